import type { ComparedMetric, Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { comparisonRows } from './comparison-rows.ts'

const metric = (metric_key: string, is_computed: boolean, values: (number | null)[]): ComparedMetric => ({
  metric_key,
  label: metric_key,
  unit: 'ratio',
  is_computed,
  is_unconfirmed: false,
  values,
})

const metrics = [
  metric('noi', true, [3.5, 3.3]),
  metric('price', true, [50, 50]),
  metric('dscr', true, [1.2, 1.2]),
  metric('levered_irr_pct', true, [15, 9]),
  metric('ltv_pct', true, [62, 62]),
  metric('exit_cap_rate_pct', false, [5.5, 6]),
  metric('rent_growth_pct', false, [3, 3]),
  metric('vacancy_pct', false, [5, 5]),
]
const scenarios = [
  { overrides: [] },
  { overrides: [{ metric_key: 'exit_cap_rate_pct' }, { metric_key: 'rent_growth_pct' }] },
] as unknown as Pick<Scenario, 'overrides'>[]

const none: ReadonlySet<string> = new Set()
const keys = (rows: readonly ComparedMetric[]) => rows.map(({ metric_key: key }) => key)

describe('rows of the comparison', () => {
  it('are inputs that a scenario sets, even to the value of Base', () => {
    const { inputs } = comparisonRows({ metrics, scenarios, limited: none, added: none })
    expect(keys(inputs)).toEqual(['exit_cap_rate_pct', 'rent_growth_pct'])
  })

  it('are outputs that are key returns, have a limit or change, in this order', () => {
    const { outputs, others } = comparisonRows({ metrics, scenarios, limited: new Set(['ltv_pct']), added: none })
    expect(keys(outputs)).toEqual(['levered_irr_pct', 'dscr', 'ltv_pct', 'noi'])
    expect(keys(others)).toEqual(['price', 'vacancy_pct'])
  })

  it('include rows that the user added, at the end', () => {
    const added = new Set(['price', 'vacancy_pct'])
    const { inputs, outputs, others } = comparisonRows({ metrics, scenarios, limited: none, added })
    expect(keys(inputs)).toEqual(['exit_cap_rate_pct', 'rent_growth_pct', 'vacancy_pct'])
    expect(outputs.at(-1)?.metric_key).toBe('price')
    expect(others).toEqual([expect.objectContaining({ metric_key: 'ltv_pct' })])
  })
})
