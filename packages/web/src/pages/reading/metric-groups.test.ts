import type { ReadingMetric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { metricGroups } from './metric-groups.ts'

const metric = (key: string, given: Partial<ReadingMetric>): ReadingMetric => ({
  key,
  name: key,
  unit: 'currency',
  value: 10,
  cell: { sheet: 'Summary', cell: 'B3' },
  label: key,
  period: null,
  is_formula: true,
  confidence: 0.9,
  confirmation: 'read',
  headline: true,
  subject: 'income',
  custom: false,
  from_template: false,
  alternatives: [],
  ...given,
})

describe('groups of metrics to check', () => {
  it('groups headline metrics by subject, then custom metrics, then the rest', () => {
    const groups = metricGroups([
      metric('cogs', { headline: false }),
      metric('noi', {}),
      metric('custom_fees', { headline: false, custom: true, subject: 'custom' }),
      metric('levered_irr_pct', { subject: 'returns' }),
    ])
    expect(groups.map(({ title, rows }) => [title, rows.map(({ key }) => key)])).toEqual([
      ['Returns', ['levered_irr_pct']],
      ['Income', ['noi']],
      ['Custom metrics', ['custom_fees']],
      ['Other metrics', ['cogs']],
    ])
  })

  it('counts the metrics that need no further check', () => {
    const groups = metricGroups([
      metric('noi', {}),
      metric('revenue', { confirmation: 'unconfirmed' }),
      metric('ebit', { cell: null, value: null, confirmation: 'unconfirmed' }),
      metric('capex', { cell: null, value: null, confirmation: 'confirmed' }),
    ])
    expect(groups).toMatchObject([{ title: 'Income', settled: 2 }])
  })
})
