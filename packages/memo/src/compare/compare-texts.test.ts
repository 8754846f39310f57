import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, type TextPart } from './compare-texts.ts'
import { linesOf, tokensOf } from './text-tokens.ts'

const shown = (parts: readonly TextPart[]): string =>
  parts.map(({ change, text }) => ({ same: text, removed: `{-${text}-}`, added: `{+${text}+}` })[change]).join('')

const compared = (before: string, after: string): string => shown(compareTexts(before, after))

const without = (change: TextPart['change'], parts: readonly TextPart[]): string =>
  parts
    .filter((part) => part.change !== change)
    .map(({ text }) => text)
    .join('')

const block = '```dc-block\n{"block":"kpis","metrics":["noi"]}\n```\n'

/** Texts of few different pieces, so that two of them have much in common, and any other texts. */
const texts = fc.oneof(
  fc
    .array(
      fc.constantFrom('NOI', 'of', ' ', '. ', '\n', '\n\n', '[[noi]]', '[[dscr]]', '5.25%', '😀', block, '```\n'),
      {
        maxLength: 40,
      },
    )
    .map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

describe('differences of two texts', () => {
  it('turns the earlier text into the later one, for any two texts and any budget', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(0, 10, 200, 20_000_000), (before, after, steps) => {
        const parts = compareTexts(before, after, { steps })
        expect(without('added', parts)).toBe(before)
        expect(without('removed', parts)).toBe(after)
        for (const [place, { change, text }] of parts.entries()) {
          expect(text).not.toBe('')
          expect(change).not.toBe(parts[place + 1]?.change)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('splits any text into lines and tokens that together are the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokensOf(text).join('')).toBe(text)
        expect(linesOf(text).join('')).toBe(text)
      }),
    )
  })

  it('finds no difference between equal texts', () => {
    expect(compareTexts('Same.\n', 'Same.\n')).toEqual([{ change: 'same', text: 'Same.\n' }])
    expect(compareTexts('', '')).toEqual([])
  })

  it('marks words, not letters or lines', () => {
    expect(compared('Coverage is thick on income.', 'Coverage is thin on income.')).toBe(
      'Coverage is {-thick-}{+thin+} on income.',
    )
  })

  it('marks words that were written again together as one change', () => {
    expect(compared('Coverage is comfortable throughout.\n\nEnd.', 'Coverage is very thin.\n\nEnd.')).toBe(
      'Coverage is {-comfortable throughout-}{+very thin+}.\n\nEnd.',
    )
  })

  it('marks an added paragraph without touching those around it', () => {
    expect(compared('One.\n\nThree.\n', 'One.\n\nTwo.\n\nThree.\n')).toBe('One.\n\n{+Two.\n\n+}Three.\n')
  })

  it('keeps a number of the model whole, and a change of its words apart', () => {
    expect(compared('An IRR of [[levered_irr_pct]].', 'An IRR of [[unlevered_irr_pct]].')).toBe(
      'An IRR of {-[[levered_irr_pct]]-}{+[[unlevered_irr_pct]]+}.',
    )
  })

  it('compares a block as a whole', () => {
    const other = block.replace('noi', 'dscr')
    expect(compared(`Text\n\n${block}`, `Text\n\n${other}`)).toBe(`Text\n\n{-${block}-}{+${other}+}`)
    expect(compared(`a ${'x '.repeat(9)}\n${block}`, `b ${'x '.repeat(9)}\n${other}`)).toContain(
      `{-${block}-}{+${other}+}`,
    )
  })

  it('replaces the lines that differ as a whole where comparing their words exceeds the budget', () => {
    const words = (first: string) => Array.from({ length: 3_000 }, (_, place) => `${first}${place}`).join(' ')
    const parts = compareTexts(`Head\n${words('a')}\nFoot`, `Head\n${words('b')}\nFoot`, { steps: 1_000 })
    expect(parts.map(({ change }) => change)).toEqual(['same', 'removed', 'added', 'same'])
  })

  it('stays within its budget of steps over all texts that share it', () => {
    const budget = { steps: 100_000 }
    const pair = [0, 1].map((shift) =>
      Array.from({ length: 2_000 }, (_, n) => `w${(n * 7919 + shift) % 997}`).join(' '),
    )
    for (let turn = 0; turn < 5; turn += 1) compareTexts(pair[0] ?? '', pair[1] ?? '', budget)
    // Each comparison that no longer fits costs only the reading of its tokens.
    expect(budget.steps).toBeGreaterThan(-100_000)
  })
})
