import type { Metric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { tableMetrics, usualTable } from './table-choice.ts'

const metric = (metric_key: string, origin: string, value: number | null = 1, unit = 'ratio') =>
  ({ metric_key, label: metric_key, value, unit, provenance: { origin } }) as Metric

const deal = [
  metric('closing_date', 'input', 46_000, 'date'),
  metric('hold_period_months', 'input'),
  metric('rent_growth_pct', 'input'),
  metric('exit_cap_rate_pct', 'overridden'),
  metric('noi', 'computed'),
  metric('levered_irr_pct', 'computed'),
  metric('dscr', 'computed', null),
]

describe('choice of a two-way table', () => {
  it('offers computed metrics with a value in the cells, and inputs on the axes', () => {
    const { outputs, inputs } = tableMetrics(deal)
    expect(outputs.map(({ metric_key }) => metric_key)).toEqual(['noi', 'levered_irr_pct'])
    expect(inputs.map(({ metric_key }) => metric_key)).toEqual([
      'hold_period_months',
      'rent_growth_pct',
      'exit_cap_rate_pct',
    ])
  })

  it('starts with the return and the inputs that matter most', () => {
    expect(usualTable(tableMetrics(deal))).toEqual({
      output: 'levered_irr_pct',
      rows: 'exit_cap_rate_pct',
      columns: 'rent_growth_pct',
    })
  })

  it('does not exist for a deal with fewer than two inputs', () => {
    expect(usualTable(tableMetrics(deal.slice(0, 2)))).toBeUndefined()
    expect(usualTable(tableMetrics([]))).toBeUndefined()
  })
})
