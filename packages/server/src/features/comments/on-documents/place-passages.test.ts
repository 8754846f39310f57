import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planReanchoring } from '../../memo/index.ts'
import {
  anchorsIn,
  joinPassages,
  type PassageComment,
  type PlacedPassage,
  placePassages,
  placeUnchanged,
  unchangedPassages,
  withoutPassages,
} from './place-passages.ts'

const textOf = (contents: readonly string[], perPage = 2) =>
  joinPassages(
    (async function* () {
      yield contents.map((content, position) => ({ position, content, page: 1 + Math.floor(position / perPage) }))
    })(),
  )

const commentOn = (position: number, quote: string, start = 0): PassageComment => ({
  id: `${position}`,
  anchorStatus: 'anchored',
  documentAnchor: { kind: 'passage', position, start, page: 1 + Math.floor(position / 2), quote },
})

const place = async (
  before: readonly string[],
  now: readonly string[],
  comment: PassageComment,
): Promise<PlacedPassage> => {
  const [former, after] = [await textOf(before), await textOf(now)]
  const unchanged = await unchangedPassages(former, after)
  const there = placeUnchanged(after, comment, unchanged)
  if (there !== undefined) return there
  const changed = withoutPassages(former, new Set(unchanged.keys()))
  const added = withoutPassages(after, new Set(unchanged.values()))
  const anchors = anchorsIn(changed, [comment])
  return placePassages(added, anchors, [comment], planReanchoring(anchors, added.text, changed.text))[0]
}

const roof = 'The roof was replaced in 2019 by Miller and Sons under a warranty of twenty years.'
const units = 'The property has 212 units, of which 9 are vacant since the fire in the east wing.'

it('finds a quote that now stands with other sentences, whatever its line breaks', async () => {
  const quote = '212 units, of\nwhich 9 are vacant'
  const found = await place(
    [roof, units],
    ['A new first page.', `${roof}\n${units.replace(' of ', '\n of ')}`],
    commentOn(1, quote, units.indexOf('212')),
  )
  expect(found).toMatchObject({ status: 'anchored', documentAnchor: { position: 1, page: 1, quote } })
})

it('marks a passage in other words as moved, and finds none where its words are gone [COMMENT-20]', async () => {
  const edited = await place([roof, units], [roof.replace('Miller', 'Mueller'), units], commentOn(0, roof))
  expect(edited).toMatchObject({ status: 'moved', documentAnchor: { position: 0, page: 1 } })
  expect(await place([roof, units], ['Taxes rose by a tenth.', units], commentOn(0, roof))).toBeUndefined()
})

it('places a passage only where its words are, after any passages were added and removed [COMMENT-20]', async () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 6, maxLength: 12 })
  const passages = fc.uniqueArray(
    words.map((list) => `${list.join(' ')}.`),
    { minLength: 2, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(
      passages,
      passages,
      fc.nat(),
      fc.array(fc.nat({ max: 7 })),
      async (before, others, chosen, gone) => {
        const at = chosen % before.length
        const quote = before[at] ?? ''
        const now = [...others, ...before.filter((_, position) => !gone.includes(position))]
        const found = await place(before, now, commentOn(at, quote))
        if (gone.includes(at) && !others.includes(quote)) expect(found).toBeUndefined()
        else expect(now[found?.documentAnchor.position ?? -1]).toBe(quote)
      },
    ),
  )
})
