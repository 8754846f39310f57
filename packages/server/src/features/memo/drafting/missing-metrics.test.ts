import { metricCatalogue } from '@deal-canvas/engine'
import { expect, it } from 'vitest'
import { missingMetrics } from './missing-metrics.ts'

const headlinesOf = (domain: 'cre_multifamily' | 'pe_lbo') =>
  metricCatalogue.filter(({ core, domains }) => core && domains.includes(domain)).map(({ key }) => key)
const found = (keys: readonly string[]) => new Map(keys.map((key) => [key, key]))

it('returns the headline metrics of the deal kind that were not found', () => {
  const keys = headlinesOf('cre_multifamily').filter((key) => key !== 'dscr' && key !== 'noi')
  expect([...missingMetrics(found(keys)).keys()].sort()).toEqual(['dscr', 'noi'])
})

it('does not count metrics that await confirmation as missing', () => {
  const keys = headlinesOf('cre_multifamily').filter((key) => key !== 'dscr')
  expect(missingMetrics(found(keys), found(['dscr'])).size).toBe(0)
})

it('returns nothing if too few metrics were found to determine the kind of deal', () => {
  expect(missingMetrics(found(['revenue', 'wacc_pct', 'value_per_share'])).size).toBe(0)
  expect(missingMetrics(found([])).size).toBe(0)
})
