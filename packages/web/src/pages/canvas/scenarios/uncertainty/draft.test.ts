import type { UncertainInputSetting } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, draftOf, type InputDraft, rangeOf, readDistance, withDistribution, withMeasure } from './draft.ts'
import { readDraft, sumOf } from './read-draft.ts'

const setting = (metric_key: string, more: Partial<UncertainInputSetting> = {}): UncertainInputSetting => ({
  metric_key,
  label: metric_key,
  unit: 'percentage_points',
  value: 5.5,
  varies: true,
  distribution: 'pert',
  below: 0.5,
  above: 0.75,
  is_relative: false,
  choices: null,
  history: null,
  low: 5,
  high: 6.25,
  ...more,
})
const draft = (...inputs: UncertainInputSetting[]): Draft => draftOf({ inputs, correlations: [] })
const first = ({ inputs }: Draft): InputDraft => {
  const [input] = inputs
  if (input === undefined) throw new Error('There is no input')
  return input
}
const problemsOf = (given: Draft): [string, string][] => [...readDraft(given).problems]

describe('uncertainty settings as typed', () => {
  it('show the range of a rate in basis points, and send it in percentage points', () => {
    const given = draft(setting('cap'))
    expect([first(given).below, first(given).above]).toEqual(['50', '75'])
    expect(readDraft(given).body).toEqual({
      inputs: [{ metric_key: 'cap', distribution: 'pert', below: 0.5, above: 0.75, is_relative: false }],
      correlations: [],
    })
  })

  it('send what was loaded, for every distance and measure', () => {
    const distance = fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000)
    const unit = fc.constantFrom('percentage_points', 'currency', 'multiple_x', 'months', 'ratio' as const)
    fc.assert(
      fc.property(distance, distance, unit, fc.boolean(), (below, above, of, isRelative) => {
        const sent = readDraft(draft(setting('x', { below, above, unit: of, is_relative: isRelative }))).body?.inputs[0]
        expect(sent?.below).toBeCloseTo(below, 9)
        expect(sent?.above).toBeCloseTo(above, 9)
        expect(sent?.is_relative).toBe(isRelative)
      }),
    )
  })

  it('leave out inputs that do not vary, and correlations with them', () => {
    const inputs = [setting('a'), setting('b', { varies: false })]
    const correlations = [{ one: 'a', other: 'b', correlation: 0.5 }]
    const { body } = readDraft(draftOf({ inputs, correlations }))
    expect([body?.inputs.map(({ metric_key: key }) => key), body?.correlations]).toEqual([['a'], []])
  })

  it('accept units after a distance, and reject negative ones and text', () => {
    expect(readDistance('75 bp', 'percentage_points', 'amount')).toBe(0.75)
    expect(readDistance('5%', 'currency', 'share')).toBe(0.05)
    expect(readDistance('$1.5M', 'currency', 'amount')).toBe(1_500_000)
    for (const text of ['-5', '', 'some', '1e']) expect(readDistance(text, 'ratio', 'amount')).toBeUndefined()
  })

  it('keep the range when the measure changes', () => {
    const given = first(draft(setting('rent', { unit: 'currency', value: -200, below: 10, above: 20 })))
    const share = withMeasure(given, 'share')
    expect([share.below, share.above]).toEqual(['5', '10'])
    expect(withMeasure(share, 'amount')).toEqual(given)
    expect(rangeOf(share)).toEqual({ low: -210, high: -180 })
  })

  it('give a normal distribution the same reach below and above', () => {
    const { below, above } = withDistribution(first(draft(setting('cap'))), 'lognormal')
    expect([below, above]).toEqual(['75', '75'])
  })

  it('start discrete choices with the value of the input', () => {
    expect(withDistribution(first(draft(setting('cap'))), 'discrete').choices).toEqual([
      { value: '5.5', probability: '100' },
    ])
  })
})

describe('problems of uncertainty settings', () => {
  const withInput = (more: Partial<InputDraft>): Draft => {
    const given = draft(setting('cap'))
    return { ...given, inputs: [{ ...first(given), ...more }] }
  }

  it('name a distance that cannot be read, and a range without width', () => {
    expect(problemsOf(withInput({ below: 'x' }))).toEqual([['cap below', 'Enter 0 or more, such as 27.5.']])
    expect(problemsOf(withInput({ below: '0', above: '0' })).map(([field]) => field)).toEqual(['cap above'])
    expect(readDraft(withInput({ below: 'x' })).body).toBeUndefined()
  })

  it('name probabilities that do not add up to 100%', () => {
    const choices = [
      { value: '5', probability: '60' },
      { value: '6', probability: '30%' },
    ]
    expect(sumOf({ choices })).toBe('90')
    expect(problemsOf(withInput({ distribution: 'discrete', choices }))).toEqual([
      ['cap choices', 'The probabilities must add up to 100%, not 90%.'],
    ])
    const thirds = ['33.33', '33.33', '33.33'].map((probability, n) => ({ value: String(n), probability }))
    expect(problemsOf(withInput({ distribution: 'discrete', choices: thirds }))).toEqual([])
    expect(problemsOf(withInput({ distribution: 'discrete', choices: [] }))).toEqual([
      ['cap choices', 'Add at least one choice.'],
    ])
  })

  it('name a choice that is listed twice', () => {
    const choices = ['5', '5.0%'].map((value) => ({ value, probability: '50' }))
    expect(problemsOf(withInput({ distribution: 'discrete', choices }))).toEqual([
      ['cap choice 1', 'This value is listed twice.'],
    ])
  })

  it('name a history with too few values or with text', () => {
    const fieldsOf = (history: string) => problemsOf(withInput({ distribution: 'history', history }))
    expect(fieldsOf('5.1').map(([field]) => field)).toEqual(['cap history'])
    expect(fieldsOf('5.1\nsome').map(([field]) => field)).toEqual(['cap history'])
    expect(fieldsOf('5.1%\n4.9; 5')).toEqual([])
    expect(readDraft(withInput({ distribution: 'history', history: '5.1%\n4.9' })).body?.inputs[0]?.history).toEqual([
      5.1, 4.9,
    ])
  })

  it('name a pair of one input, a pair listed twice and a correlation beyond 1', () => {
    const given = draft(setting('a'), setting('b'))
    const pair = (one: string, other: string, correlation: string) => ({ one, other, correlation })
    const correlations = [pair('a', 'a', '0.5'), pair('a', 'b', '0.5'), pair('b', 'a', '2'), pair('', 'a', '\u22121')]
    expect(problemsOf({ ...given, correlations }).map(([field]) => field)).toEqual([
      'correlation 0 pair',
      'correlation 2 pair',
      'correlation 2 value',
      'correlation 3 pair',
    ])
  })
})
