import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { mapMetrics } from './map-metrics.ts'
import { tierOf } from './tier.ts'

/** Third-party workbooks; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../../shared/workbooks', import.meta.url))

/** The values a human reader finds, in the unit of the catalog. */
const expected = {
  '3_Statement_DCF_Model_(TCS)_by_Rachit_Sinha.xlsx': {
    domain: 'pe_lbo',
    tier: 'full',
    metrics: {
      revenue: 2_670_210_000_000,
      revenue_growth_pct: 8,
      reported_ebitda: 723_980_000_000,
      ebitda_margin_pct: 27.1132233045341,
      depreciation_amortization: 55_600_000_000,
      ebit: 668_380_000_000,
      capex: 138_500_000_000,
      tax_rate_pct: 25,
      free_cash_flow: 480_130_000_000,
      enterprise_value: 7_824_697_847_050,
      total_debt: 112_830_000_000,
      net_debt: -227_050_000_000,
      cash_interest_expense: 12_270_000_000,
    },
  },
  'SaaS_Financial_Model.xlsx': {
    domain: 'saas_growth',
    tier: 'full',
    metrics: {
      arr: 40_000,
      mrr: 3_333.33333333333,
      nrr_pct: 130,
      logo_churn_pct: 20,
      new_customers: 2,
      cac: 20_750,
      ltv: 100_000,
      ltv_cac: 4.81927710843374,
      cash_balance: 6_683_958.33333333,
    },
  },
  'SaaS_Financial_Model_Rajdeep.xlsx': {
    domain: 'saas_growth',
    tier: 'full',
    metrics: {
      revenue: 818_946.232705074,
      gross_margin_pct: 79.3828838110817,
      gross_profit: 650_103.1363835,
      cogs: 168_843.096321574,
      reported_ebitda: 374_103.1363835,
      tax_rate_pct: 19,
    },
  },
  // A regression of house prices: it has no deal metrics, and none must be found in it.
  'Real_Estate_Model.xlsx': { domain: 'cre_multifamily', tier: 'values_only', metrics: {} },
} as const

describe.each(Object.entries(expected))('metrics of the workbook %s', (file, { domain, tier, metrics }) => {
  const path = join(folder, 'models', file)
  const rule = 'the metrics are those that a person would read'
  if (!existsSync(path)) {
    it.skip(`${rule}: NOT TESTED, no such workbook in ${join('shared', 'workbooks', 'models')}`)
    return
  }
  it(rule, { timeout: 60_000 }, () => {
    const calculator = openCalculator(readWorkbook(readFileSync(path)))
    const found = mapMetrics(calculator.model.workbook, calculator.model)
    const values = Object.fromEntries(found.matches.map(({ metricKey, value }) => [metricKey, value]))
    expect(found.dealType.domain).toBe(domain)
    expect(values).toMatchObject(metrics)
    if (Object.keys(metrics).length === 0) expect(values).toEqual({})
    expect(tierOf(calculator, found.matches)).toBe(tier)
  })

  it('finds the same metrics of the workbook in any order of its sheets', () => {
    const workbook = readWorkbook(readFileSync(path))
    expect(mapMetrics({ ...workbook, sheets: workbook.sheets.toReversed() })).toEqual(mapMetrics(workbook))
  })
})
