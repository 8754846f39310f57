import { describe, expect, it } from 'vitest'
import { catalogue, kindOf } from './catalogue/catalogue.ts'
import type { DealKind } from './deal-kind.ts'
import { headlineMetrics } from './headline-metrics.ts'
import { metricSubjects, subjectOf } from './metric-subject.ts'

const kinds: readonly DealKind[] = [
  'pe_lbo',
  'saas_growth',
  'cre_multifamily',
  'cre_office',
  'company_dcf',
  'three_statement',
  'merger',
  'project_finance',
  'private_credit',
  'development',
]

describe('headline metrics of a deal', () => {
  it.each(kinds)('defines at least ten headline metrics from the catalog, each with a subject: %s', (kind) => {
    const keys = headlineMetrics(kind, undefined)
    expect(keys.length).toBeGreaterThanOrEqual(10)
    expect(keys.filter((key) => kindOf(key) === undefined || subjectOf(key) === 'other')).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('includes the discount rate of a valuation in its headline metrics, but not the terms of a buyout', () => {
    const keys = headlineMetrics('company_dcf', 'pe_lbo')
    expect(keys).toEqual(expect.arrayContaining(['wacc_pct', 'terminal_growth_pct', 'value_per_share']))
    expect(keys).not.toContain('moic')
    expect(keys).not.toContain('sponsor_equity')
  })

  it('includes the costs of a development in its headline metrics, but not the rents of an operating building', () => {
    const keys = headlineMetrics('development', 'cre_multifamily')
    expect(keys).toContain('hard_costs')
    expect(keys).not.toContain('loss_to_lease')
  })

  it('uses the headline metrics of the deal type if the kind is unknown, and none if that is unknown too', () => {
    expect(headlineMetrics('other', 'pe_lbo')).toEqual(headlineMetrics('pe_lbo', undefined))
    expect(headlineMetrics('other', undefined)).toEqual([])
  })
})

describe('subject of a metric', () => {
  it('assigns each catalog metric exactly one subject', () => {
    const known = new Set(catalogue.map(({ key }) => key))
    const assigned = metricSubjects.flatMap((subject) => [...known].filter((key) => subjectOf(key) === subject))
    expect(assigned).toHaveLength(known.size)
    expect(subjectOf('custom_anything')).toBe('other')
    expect(subjectOf('noi')).toBe('income')
  })
})
