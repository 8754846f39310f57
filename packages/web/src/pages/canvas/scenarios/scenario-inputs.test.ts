import type { Metric, Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { settableInputs, withInput, withoutInputs } from './scenario-inputs.ts'

const scenario = {
  overrides: [
    { metric_key: 'exit_cap_rate_pct', value: 6, reason: 'Two recent sales' },
    { metric_key: 'rent_growth_pct', value: 2, reason: null },
  ],
} as Scenario

const metric = (metric_key: string, origin: string, value: number | null = 1) =>
  ({ metric_key, value, provenance: { origin } }) as Metric

describe('inputs of a scenario', () => {
  it('keep their reasons when another input is set', () => {
    expect(withInput(scenario, { metric_key: 'vacancy_pct', value: 6 })).toEqual([
      { metric_key: 'exit_cap_rate_pct', value: 6, reason: 'Two recent sales' },
      { metric_key: 'rent_growth_pct', value: 2 },
      { metric_key: 'vacancy_pct', value: 6 },
    ])
  })

  it('contain each metric once', () => {
    expect(withInput(scenario, { metric_key: 'rent_growth_pct', value: 3 }).map(({ value }) => value)).toEqual([6, 3])
    expect(withoutInputs(scenario, ['rent_growth_pct']).map(({ value }) => value)).toEqual([6])
  })

  it('are chosen among inputs with a value, never among computed numbers', () => {
    const metrics = [
      metric('noi', 'computed'),
      metric('exit_cap_rate_pct', 'input'),
      metric('rent_growth_pct', 'overridden'),
      metric('gla', 'frozen'),
      metric('vacancy_pct', 'input', null),
    ]
    expect(settableInputs(metrics).map(({ metric_key }) => metric_key)).toEqual([
      'exit_cap_rate_pct',
      'rent_growth_pct',
    ])
  })
})
