import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, smallBook } from '../testing/small-book.ts'
import { assess } from './assess.ts'
import type { MappedMetric } from './finding.ts'
import { metricCap } from './metric-cap.ts'

const book = smallBook({
  Returns: rowsFrom('A1', [
    ['NOI', 500],
    ['Price', 10_000],
    ['Cap rate', 8],
  ]),
})
const metrics = (confidence: number): MappedMetric[] => [
  metric('noi', 500, { row: 0, confidence }),
  metric('purchase_price', 10_000, { row: 1 }),
  metric('going_in_cap_rate_pct', 8, { row: 2 }),
]
const assessed = (given: readonly MappedMetric[]) => assess(openCalculator(book), given)

describe('checks that rely on a mapping', () => {
  it('reports a finding if all mappings are certain', () => {
    const { findings, questions } = assessed(metrics(0.95))
    expect(findings.map(({ check }) => check)).toContain('derived_identity_broken')
    expect(questions).toEqual([])
  })
  it('asks about an uncertain cell instead of reporting a finding', () => {
    const { findings, questions } = assessed(metrics(0.6))
    expect(findings.map(({ check }) => check)).not.toContain('derived_identity_broken')
    expect(questions).toMatchObject([
      { check: 'derived_identity_broken', metricKey: 'noi', sheet: 'Returns', cell: 'B1', value: 500, confidence: 0.6 },
    ])
    expect(questions[0]?.message).toMatch(/^Is Returns!B1 \(500\) the NOI\? If so: Going-in Cap Rate is 8%/)
  })
  it('reports and asks nothing if the mapping is less likely than not', () => {
    expect(assessed(metrics(0.4)).questions).toEqual([])
  })
  it('never lowers the score because of a question', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 0.79, noNaN: true }), (confidence) => {
        const { score, findings, questions } = assessed(metrics(confidence))
        expect(score).toBeGreaterThanOrEqual(assessed(metrics(1)).score)
        expect(findings.some(({ check }) => check === 'derived_identity_broken')).toBe(false)
        expect(questions.every((question) => question.confidence < 0.8)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})

describe('two tabs that state one metric', () => {
  const on = (sheet: number, value: number, more: Partial<MappedMetric> = {}) =>
    metric('noi', value, { sheet, confidence: 0.5, statedConfidence: 0.95, ...more })
  const tabs = (names: [string, string], labels: [string, string] = ['NOI', 'NOI']) =>
    smallBook({ [names[0]]: { A1: labels[0], B1: 100 }, [names[1]]: { A2: labels[1], B2: 90 } })
  const found = (workbook: ReturnType<typeof tabs>) =>
    findingsOf('cross_tab_mismatch', workbook, [on(0, 100), on(1, 90, { row: 1 })])

  it('compares two tabs that state a metric in the same words', () => {
    expect(found(tabs(['Summary', 'Returns']))).toHaveLength(1)
  })
  it('does not compare tabs if labels differ, or one tab is another case or version', () => {
    expect(found(tabs(['Summary', 'Returns'], ['NOI', 'NOI after reserves']))).toEqual([])
    expect(found(tabs(['Summary', 'Sensitivity']))).toEqual([])
    expect(found(tabs(['Summary', 'Summary (2)']))).toEqual([])
  })
})

describe('integrity score', () => {
  it('caps the score if headline metrics are zero or missing', () => {
    expect(metricCap([])).toBe(100)
    expect(metricCap([metric('noi', 10)])).toBe(100)
    expect(metricCap([metric('noi', 10), metric('purchase_price', 0)])).toBe(74)
    expect(metricCap([metric('noi', 0)])).toBe(59)
    expect(metricCap([metric('closing_costs', 5)])).toBe(79)
  })
})
