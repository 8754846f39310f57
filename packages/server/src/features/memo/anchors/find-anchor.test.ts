import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextOf } from './context.ts'
import { type Anchor, createFinder, findAnchor } from './find-anchor.ts'
import { createRandom, createTexts, judge } from './fixtures/edited-texts.mjs'

const memo = `# Summary

The asset is a garden community of 212 units built in 1998. Rent growth of 3.5 % in year 1 is in line with the submarket. Rent growth of 3.5 % in year 2 is in line with the submarket. Expenses grow by 2.5 % a year, which the trailing twelve months support.

- Going-in cap rate: 5.25 %
- Exit cap rate: 5.25 %

The sponsor has owned similar assets since 2009 and sold four of them at a profit.
`

const anchorAt = (text: string, quote: string, from = 0): Anchor => {
  const position = text.indexOf(quote, from)
  if (position === -1) throw new Error(`There is no "${quote}"`)
  return { quote, position, ...contextOf(text, position, position + quote.length) }
}

/** Finds a passage again after its text was edited. */
const follow = (quote: string, edit: (text: string) => string, from = 0) => {
  const after = edit(memo)
  const { status, start, end } = findAnchor(anchorAt(memo, quote, from), after, memo)
  return { status, start, text: after.slice(start, end) }
}

describe('finding a passage', () => {
  it('keeps a passage in place while the text is edited elsewhere', () => {
    const quote = 'Expenses grow by 2.5 % a year'
    const found = follow(quote, (text) => `${text}\nMore below.`)
    expect(found).toEqual({ status: 'anchored', start: memo.indexOf(quote), text: quote })
  })

  it('shifts a passage when text is inserted before it', () => {
    const quote = 'Expenses grow by 2.5 % a year'
    const found = follow(quote, (text) => `A new first line.\n${text}`)
    expect(found).toEqual({ status: 'anchored', start: memo.indexOf(quote) + 18, text: quote })
  })

  it('follows a passage when its sentence is moved elsewhere', () => {
    const sentence = 'The sponsor has owned similar assets since 2009 and sold four of them at a profit.'
    const found = follow('owned similar assets since 2009', (text) => `${sentence}\n\n${text.replace(sentence, '')}`)
    expect(found).toMatchObject({ status: 'anchored', start: 16, text: 'owned similar assets since 2009' })
  })

  it('finds a passage unchanged in a sentence that was edited around it', () => {
    const found = follow('2.5 %', (text) => text.replace('Expenses grow by', 'Controllable expenses rise by'))
    expect(found).toMatchObject({ status: 'anchored', text: '2.5 %' })
  })

  it('marks a passage as moved if some of its words were changed', () => {
    const quote = 'The sponsor has owned similar assets since 2009 and sold four of them'
    const edited = follow(quote, (text) => text.replace('similar assets since 2009', 'similar properties since 2011'))
    expect(edited).toMatchObject({
      status: 'moved',
      text: 'The sponsor has owned similar properties since 2011 and sold four of them',
    })
    const formatted = follow('similar assets', (text) => text.replace('similar assets', '**similar** assets'))
    expect(formatted).toMatchObject({ status: 'moved', text: 'similar** assets' })
  })

  it('marks a deleted passage as orphaned although an identical one exists elsewhere', () => {
    const second = memo.indexOf('Rent growth of 3.5 % in year 2')
    const without = (sentence: string) => (text: string) => text.replace(sentence, '')
    const one = 'Rent growth of 3.5 % in year 1 is in line with the submarket. '
    const two = 'Rent growth of 3.5 % in year 2 is in line with the submarket. '
    for (const quote of ['Rent growth of 3.5 %', '3.5 %', 'in line with the submarket', one.trim()]) {
      expect([quote, follow(quote, without(one)).status]).toEqual([quote, 'orphaned'])
    }
    for (const quote of ['Rent growth of 3.5 %', '3.5 %', 'in line with the submarket', two.trim()]) {
      expect([quote, follow(quote, without(two), second).status]).toEqual([quote, 'orphaned'])
      expect(follow(quote, without(one), second)).toMatchObject({ status: 'anchored', text: quote })
    }
    expect(follow('5.25 %', without('- Going-in cap rate: 5.25 %\n')).status).toBe('orphaned')
  })

  it('keeps a passage in place when its sentence is copied', () => {
    const sentence = 'Expenses grow by 2.5 % a year, which the trailing twelve months support.'
    const found = follow('2.5 % a year', (text) => `${sentence}\n\n${text}`)
    expect(found.start).toBe(memo.indexOf('2.5 % a year') + sentence.length + 2)
  })

  it('finds the right one of two identical passages', () => {
    const twice = 'Same sentence here. Other words between them. Same sentence here. And an end.'
    for (const from of [0, 10]) {
      const anchor = anchorAt(twice, 'Same sentence here.', from)
      expect(findAnchor(anchor, `Before. ${twice}`, twice).start).toBe((anchor.position ?? 0) + 8)
      expect(findAnchor(anchor, `Before. ${twice}`).start).toBe((anchor.position ?? 0) + 8)
    }
  })

  it('does not find a passage inside a longer word', () => {
    expect(follow('year', (text) => text.replace('2.5 % a year,', '2.5 % a yearling,'), 200).status).not.toBe(
      'anchored',
    )
  })

  it('anchors an orphaned passage again when its text returns', () => {
    const without = memo.replace('The sponsor has owned similar assets since 2009', '')
    const anchor = { ...anchorAt(memo, 'owned similar assets'), status: 'orphaned' as const }
    expect(findAnchor(anchor, without, memo).status).toBe('orphaned')
    expect(findAnchor(anchor, memo, without)).toMatchObject({ status: 'anchored', start: anchor.position })
  })

  it('keeps following a moved passage, and anchors it again when its words are restored', () => {
    const quote = 'owned similar assets since 2009 and sold four'
    const edited = memo.replace('similar assets', 'comparable assets')
    const first = findAnchor(anchorAt(memo, quote), edited, memo)
    expect(first.status).toBe('moved')
    const anchor = { ...anchorAt(memo, quote), status: 'moved' as const, position: first.start }
    const further = findAnchor(anchor, `Line.\n${edited}`, edited)
    expect(further).toMatchObject({ status: 'moved', start: first.start + 6, end: first.end + 6 })
    expect(findAnchor(anchor, memo, edited)).toMatchObject({ status: 'anchored', start: memo.indexOf(quote) })
  })

  it('finds a passage without the previous version if its quote or its context is distinctive', () => {
    const after = `New line. ${memo}`
    for (const quote of ['Expenses grow by 2.5 % a year', '212', '2.5 %']) {
      expect(findAnchor(anchorAt(memo, quote), after)).toMatchObject({
        status: 'anchored',
        start: after.indexOf(quote),
      })
    }
    const quote = 'The sponsor has owned similar assets since 2009 and sold four of them'
    const edited = memo.replace('similar assets', 'similar properties')
    expect(findAnchor(anchorAt(memo, quote), edited).status).toBe('moved')
    expect(findAnchor(anchorAt(memo, quote), 'Another text altogether.').status).toBe('orphaned')
    expect(findAnchor({ quote: '', prefix: '', suffix: '', position: 0 }, memo).status).toBe('orphaned')
    expect(findAnchor(anchorAt(memo, '212'), '').status).toBe('orphaned')
  })

  it('finds passages in any script, and never splits a character', () => {
    const before = '純営業収益は安定している。賃料は上昇する。🏢🏢 Größe: 3.000 m². '
    for (const quote of ['安定している', '🏢', 'Größe', '3.000 m²']) {
      const found = findAnchor(anchorAt(before, quote), `新しい。${before}`, before)
      expect(found).toMatchObject({ status: 'anchored', start: before.indexOf(quote) + 4 })
    }
    const half = /\p{Surrogate}/u
    for (const start of [100, 101]) {
      const { prefix, suffix } = contextOf(`${'a'.repeat(start - 100)}${'🏢'.repeat(100)}`, start, start + 2)
      expect([half.test(prefix), half.test(suffix)]).toEqual([false, false])
    }
  })
})

describe('finding a passage in random texts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'the', 'noi', '.', '. ', '\n', ' ', '[[', '🏢', '-'), {
    maxLength: 60,
  })
  const text = words.map((parts) => parts.join(''))

  it('returns only positions inside the text, and marks only exact matches as anchored', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.nat(60),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (before, after, from, length, known) => {
          const quote = before.slice(from, from + length)
          const anchor = { quote, position: from, ...contextOf(before, from, from + length) }
          const { status, start, end } = findAnchor(anchor, after, known ? before : undefined)
          expect([start >= 0, start <= end, end <= after.length]).toEqual([true, true, true])
          if (status === 'anchored') expect(after.slice(start, end)).toBe(quote)
        },
      ),
      { numRuns: 500, seed: 1 },
    )
  })

  it('keeps every passage in place if the text has not changed', () => {
    fc.assert(
      fc.property(text, fc.nat(60), fc.integer({ min: 1, max: 12 }), (before, from, length) => {
        const quote = before.slice(from, from + length)
        fc.pre(quote !== '')
        const anchor = { quote, position: from, ...contextOf(before, from, from + quote.length) }
        expect(findAnchor(anchor, before, before)).toEqual({
          status: 'anchored',
          start: from,
          end: from + quote.length,
        })
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

describe('finding passages after 10,000 random edits', () => {
  it('finds intact passages and most reworded ones, and never mistakes another text for a deleted passage', () => {
    const texts = createTexts(createRandom(1))
    const count = { intact: 0, reworded: 0, deleted: 0, found: 0, foundReworded: 0, wrong: 0 }
    for (let trial = 0; trial < 2_500; trial++) {
      const { before, after, passages } = texts.trial({ edits: 4 })
      const finder = createFinder(after, before)
      for (const passage of passages) {
        const { quote, start, end, fate, now } = passage
        const verdict = judge(passage, finder.find({ quote, position: start, ...contextOf(before, start, end) }))
        if (verdict === 'false') count.wrong++
        if (now.kept === 0) count.deleted++
        else if (fate === 'intact') {
          count.intact++
          if (verdict === 'right') count.found++
        } else {
          count.reworded++
          if (verdict === 'right') count.foundReworded++
        }
      }
    }
    expect(count.wrong).toBe(0)
    expect(count.found / count.intact).toBeGreaterThanOrEqual(0.999)
    expect(count.foundReworded / count.reworded).toBeGreaterThanOrEqual(0.9)
    expect(Math.min(count.intact, count.reworded, count.deleted)).toBeGreaterThan(1_500)
  })
})
