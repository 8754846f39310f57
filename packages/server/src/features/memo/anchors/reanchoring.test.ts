import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { contextOf } from './context.ts'
import { createRandom, createTexts } from './fixtures/edited-texts.mjs'
import { occurrences } from './occurrences.ts'
import { maxQuickSteps, placeAnchor, planReanchoring, planWithin, type StoredAnchor } from './reanchoring.ts'

const text = 'Rents rise by 3.5 % in year 1. Costs rise by 2 % in year 1. The exit cap rate is 5.25 % in the base case.'

const stored = (id: string, quote: string, more: Partial<StoredAnchor> = {}): StoredAnchor => {
  const position = text.indexOf(quote)
  return { id, quote, position, status: 'anchored', ...contextOf(text, position, position + quote.length), ...more }
}

describe('placing a comment', () => {
  it('takes the context of a new anchor from the text', () => {
    expect(placeAnchor(text, { anchorText: 'Costs rise' })).toEqual({
      status: 'anchored',
      position: 31,
      prefix: 'Rents rise by 3.5 % in year 1. ',
      suffix: ' by 2 % in year 1. The exit cap rate is 5.25 % in the base case.',
    })
    const long = `${'x '.repeat(100)}here${' y'.repeat(100)}`
    const { prefix, suffix } = placeAnchor(long, { anchorText: 'here' })
    expect([prefix?.length, suffix?.length]).toEqual([64, 64])
  })

  it('places a new anchor at the first occurrence, or at the one that matches the given context', () => {
    const second = text.lastIndexOf('in year 1')
    expect(placeAnchor(text, { anchorText: 'in year 1' }).position).toBe(text.indexOf('in year 1'))
    expect(placeAnchor(text, { anchorText: 'in year 1', prefix: 'rise by 2 % ' }).position).toBe(second)
    expect(placeAnchor(text, { anchorText: 'in year 1', suffix: '. The exit cap rate' }).position).toBe(second)
    expect(placeAnchor(text, { anchorText: 'in year 1', prefix: null, suffix: null }).status).toBe('anchored')
  })

  it('accepts an anchor that is not in the text as orphaned, with its given context', () => {
    expect(placeAnchor(text, { anchorText: 'Nothing of the kind', prefix: 'before ' })).toEqual({
      status: 'orphaned',
      position: null,
      prefix: 'before ',
      suffix: null,
    })
    expect(placeAnchor('', { anchorText: 'x' }).status).toBe('orphaned')
    expect(placeAnchor(text, { anchorText: '' }).status).toBe('orphaned')
  })

  it('finds a quote that was copied without its Markdown marks, as moved', () => {
    const marked = text.replace('Costs rise by 2 %', '**Costs** rise by *2 %*')
    const placed = placeAnchor(marked, {
      anchorText: 'Costs rise by 2 % in year 1',
      prefix: '3.5 % in year 1. ',
      suffix: ' The exit cap',
    })
    expect([placed.status, placed.position]).toEqual(['moved', marked.indexOf('Costs')])
  })
})

describe('re-anchoring plan', () => {
  it('contains only the anchors that change', () => {
    const anchors = [stored('a', '3.5 %'), stored('b', '2 %'), stored('c', 'exit cap rate')]
    expect(planReanchoring(anchors, text, text)).toEqual([])
    const longer = `${text} And a long further sentence that is about something else.`
    expect(planReanchoring(anchors.slice(0, 1), longer, text)).toEqual([])
    const plan = planReanchoring(anchors, text.replace('Costs rise by 2 % in year 1. ', ''), text)
    expect(plan.map(({ id, status, position }) => [id, status, position])).toEqual([
      ['a', 'anchored', 14],
      ['b', 'orphaned', 45],
      ['c', 'anchored', 35],
    ])
    expect(plan[0]?.suffix).toBe(' in year 1. The exit cap rate is 5.25 % in the base case.')
  })

  it('keeps position and context of a deleted passage, so that it can be anchored again', () => {
    const without = text.replace('Costs rise by 2 % in year 1. ', '')
    const [gone] = planReanchoring([stored('b', 'rise by 2 %')], without, text)
    expect(gone).toMatchObject({ status: 'orphaned', position: 37, ...contextOf(text, 37, 48) })
    const orphan = stored('b', 'rise by 2 %', { status: 'orphaned' })
    expect(planReanchoring([orphan], `${without} More.`, without)).toEqual([])
    expect(planReanchoring([orphan], text, without)).toMatchObject([{ id: 'b', status: 'anchored', position: 37 }])
  })
})

const freeSearch = { spend: () => {} }

describe('search for a quote', () => {
  it('finds the same occurrences as indexOf', () => {
    const some = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 60 })
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 6 }),
        some,
        (quote, text) => {
          const expected: number[] = []
          for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) expected.push(at)
          expect(occurrences(quote, text, freeSearch)).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('re-anchoring budget', () => {
  const size = 100_000
  const fill = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
  const hostile: Record<string, string> = {
    'one letter': fill('a'),
    'one word': fill('a '),
    'two words': fill('ab ba '),
    'sentences of one word': fill('a. '),
    'equal sentences': fill('The rent is paid by the tenant. '),
    'empty lines': fill('\n'),
    'lines of one letter': fill('a\n'),
    spaces: fill(' '),
    dashes: fill('-'),
    'combining marks': fill('e\u0301'),
    'nested brackets': fill('[('),
    'digits and dots': fill('1.'),
    'a word that goes on': fill("a'b-c."),
    'surrogate pairs': fill('\u{1f600} '),
  }
  const anchorsOf = (before: string, count: number): StoredAnchor[] =>
    Array.from({ length: count }, (_, index) => {
      const position = (index * 337) % (size - 1_000)
      const end = position + ([3, 40, 1_000][index % 3] ?? 3)
      return {
        id: String(index),
        quote: `${before.slice(position, end - 1)}${index % 2 === 0 ? before[end] : 'z'}`,
        position,
        status: index % 5 === 0 ? 'orphaned' : 'anchored',
        ...contextOf(before, position, end),
      }
    })
  const edits: Record<string, (text: string) => string> = {
    'one letter put in': (text) => `${text.slice(0, size / 2)}z${text.slice(size / 2)}`,
    'every tenth letter changed': (text) => text.replaceAll(/(.{9})./gs, '$1y'),
    'turned around': (text) => [...text].reverse().join(''),
  }

  it.each(Object.keys(hostile))('stays within the budget for a text made of %s, whatever the edit', (name) => {
    const before = hostile[name] ?? ''
    for (const edit of Object.values(edits)) {
      const text = edit(before)
      const budget = createBudget(3_000_000)
      const plan = planReanchoring(anchorsOf(before, 200), text, before, budget)
      expect(budget.spent()).toBeLessThanOrEqual(3_000_000)
      for (const { status, position } of plan) expect(status === 'orphaned' || (position ?? -1) >= 0).toBe(true)
    }
  })

  it('detaches anchors that it cannot find within the budget, and keeps those in unchanged sentences', () => {
    const before = `The exit cap rate is 5.25 % in the base case.\n${hostile['two words']}`.slice(0, size)
    const text = before.replaceAll('ab ba ba', 'ab ba').replaceAll('ba ab', 'ba ac')
    const kept = {
      id: 'kept',
      quote: 'exit cap rate',
      position: 4,
      status: 'anchored' as const,
      ...contextOf(before, 4, 17),
    }
    const plan = planReanchoring([...anchorsOf(before, 300), kept], text, before, createBudget(3_000_000))
    expect(plan.filter(({ status }) => status === 'orphaned').length).toBeGreaterThan(0)
    expect(plan.find(({ id }) => id === 'kept')).toMatchObject({ status: 'anchored', position: 4 })
  })

  it('finds the other passages even if one passage is crafted to be slow', () => {
    const texts = createTexts(createRandom(3))
    const { before, after, passages } = texts.trial()
    const others = passages.map(({ quote, start, end }, index) => ({
      id: String(index),
      quote,
      position: start,
      status: 'anchored' as const,
      ...contextOf(before, start, end),
    }))
    const slow: StoredAnchor = {
      id: 'slow',
      quote: 'a '.repeat(500),
      position: 0,
      status: 'anchored',
      prefix: '',
      suffix: '',
    }
    const alone = planReanchoring(others, after, before)
    expect(planReanchoring([slow, ...others], after, before).filter(({ id }) => id !== 'slow')).toEqual(alone)
  })

  it('never exceeds the quick budget for ordinary edits: the quick plan equals the full plan', () => {
    const texts = createTexts(createRandom(5))
    for (let trial = 0; trial < 100; trial++) {
      const { before, after, passages } = texts.trial()
      const anchors = passages.map(({ quote, start, end }, index) => ({
        id: String(index),
        quote,
        position: start,
        status: 'anchored' as const,
        ...contextOf(before, start, end),
      }))
      const quick = planWithin(maxQuickSteps, { anchors, before, text: after })
      expect(quick).toEqual(planReanchoring(anchors, after, before))
    }
  })

  it('computes the same plan every time', () => {
    const before = hostile['equal sentences'] ?? ''
    const text = before.replaceAll(/tenant(?=.{300}z?)/g, 'owner')
    const plan = () => planReanchoring(anchorsOf(before, 100), text, before, createBudget(2_000_000))
    expect(plan()).toEqual(plan())
  })

  it('detaches a new comment whose passage takes too long to find', () => {
    for (const text of Object.values(hostile)) {
      const placed = placeAnchor(text, { anchorText: `${text.slice(0, 999)}\u0001`, prefix: text.slice(0, 300) })
      expect(['moved', 'orphaned']).toContain(placed.status)
    }
  })
})
