import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricRow } from '../../metrics/metrics.service.ts'
import { matchNumber } from './match-number.ts'
import { numbersInText } from './numbers-in-text.ts'

const metric = (metricKey: string, label: string, unit: MetricRow['unit'], value: number | null): MetricRow => ({
  dealId: 'deal',
  metricKey,
  label,
  unit,
  value,
  kind: 'input',
  formula: null,
  source: null,
  confidence: null,
  computedShare: null,
  position: 0,
  version: 1,
  updatedAt: new Date(0),
})

describe('numbers in a text', () => {
  it.each([
    ['It costs $48.5 million.', '$48.5 million', 48_500_000, 'currency', 50_000],
    ['It costs $48,500,000 today', '$48,500,000', 48_500_000, 'currency', 0.5],
    ['NOI of €2.5m', '€2.5m', 2_500_000, 'currency', 50_000],
    ['a cap rate of 5.25%', '5.25%', 5.25, 'percentage_points', 0.005],
    ['up by 25 bps', '25 bps', 0.25, 'percentage_points', 0.005],
    ['covered 1.45x', '1.45x', 1.45, 'multiple_x', 0.005],
    ['a hold of 5 years', '5 years', 60, 'months', 6],
    ['212 units', '212', 212, 'plain', 0.5],
    ['a loss of -3.5 percent', '-3.5 percent', -3.5, 'percentage_points', 0.05],
    ['bought well (5.25% going in)', '5.25%', 5.25, 'percentage_points', 0.005],
    ['a result of ($1.5 million)', '($1.5 million', -1_500_000, 'currency', 50_000],
  ])('finds the number with its value, unit and tolerance in: %s', (text, said, value, unit, tolerance) => {
    expect(numbersInText(text)).toEqual([{ text: said, at: text.indexOf(said), value, unit, tolerance }])
  })

  it.each(['by 2026', 'on 2026-11-15', 'see [[unit_count]]', 'Section B2B', 'no number', '11/15/2026'])(
    'finds no number in: %s',
    (text) => {
      expect(numbersInText(text)).toEqual([])
    },
  )

  it('finds finite numbers at valid positions in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) =>
        numbersInText(text).every(({ value, at }) => Number.isFinite(value) && at >= 0 && at < text.length),
      ),
      { numRuns: 200 },
    )
  })
})

describe('numbers compared with the model', () => {
  const metrics = [
    metric('noi', 'Net Operating Income', 'currency', 2_547_250),
    metric('purchase_price', 'Purchase Price', 'currency', 48_500_000),
    metric('going_in_cap_rate_pct', 'Going-in Cap Rate', 'percentage_points', 5.2521),
    metric('levered_irr_pct', 'Levered IRR', 'percentage_points', 17.24),
    metric('unit_count', 'Units', 'count', 212),
    metric('dscr', 'Debt Service Coverage Ratio', 'multiple_x', null),
  ]
  const judge = (text: string) =>
    numbersInText(text).map((said) => {
      const { metric: found, verdict } = matchNumber(said, text, metrics)
      return [said.text, found?.metricKey, verdict]
    })

  it('confirms a number that matches the model to the digits shown', () => {
    expect(judge('The purchase price of $48.5 million is a going-in cap rate of 5.25%.')).toEqual([
      ['$48.5 million', 'purchase_price', 'agrees'],
      ['5.25%', 'going_in_cap_rate_pct', 'agrees'],
    ])
  })

  it('reports a difference if the words name a metric that has another value', () => {
    expect(judge('NOI of $2.6 million and a levered IRR of 19%')).toEqual([
      ['$2.6 million', 'noi', 'differs'],
      ['19%', 'levered_irr_pct', 'differs'],
    ])
  })

  it('matches a number without words only if it has many digits and fits one metric', () => {
    expect(judge('In all $2,547,250 a year, and 212 of them')).toEqual([
      ['$2,547,250', 'noi', 'agrees'],
      ['212', undefined, 'unknown'],
    ])
  })

  it('reads a number in parentheses as an aside or as a negative value', () => {
    expect(judge('the going-in cap rate (5.25%) is low')).toEqual([['(5.25%', 'going_in_cap_rate_pct', 'agrees']])
    expect(judge('the going-in cap rate (6.25%) is low')).toEqual([['(6.25%', 'going_in_cap_rate_pct', 'differs']])
  })

  it('never matches a number with a metric of another unit or without a value', () => {
    expect(judge('levered IRR of 3.5x, DSCR of 1.2x')).toEqual([
      ['3.5x', undefined, 'unknown'],
      ['1.2x', undefined, 'unknown'],
    ])
  })
})
