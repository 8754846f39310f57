import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { readWorkbook } from '../read/read-workbook.ts'
import { mapMetrics } from './map-metrics.ts'
import { tierOf } from './tier.ts'

/** Workbooks of other people; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../../shared/workbooks', import.meta.url))

/** What a person would point at: the cell, and the value in the unit of the catalogue. */
const expected = {
  '3_Statement_DCF_Model_(TCS)_by_Rachit_Sinha.xlsx': {
    domain: 'pe_lbo',
    tier: 'full',
    metrics: {
      revenue: ['Income Statement!G4', 2_670_210_000_000],
      revenue_growth_pct: ['Assumptions!C6', 8],
      reported_ebitda: ['Income Statement!G6', 723_980_000_000],
      ebitda_margin_pct: ['Income Statement!G7', 27.1132233045341],
      depreciation_amortization: ['Income Statement!G8', 55_600_000_000],
      ebit: ['Income Statement!G9', 668_380_000_000],
      capex: ['Cash Flow!G10', 138_500_000_000],
      tax_rate_pct: ['Assumptions!C16', 25],
      free_cash_flow: ['Cash Flow!G8', 480_130_000_000],
      enterprise_value: ['DCF Valuation!D26', 7_824_697_847_050],
      total_debt: ['Assumptions!C28', 112_830_000_000],
      net_debt: ['DCF Valuation!D19', -227_050_000_000],
      cash_interest_expense: ['Income Statement!G12', 12_270_000_000],
    },
  },
  'SaaS_Financial_Model.xlsx': {
    domain: 'saas_growth',
    tier: 'full',
    metrics: {
      arr: ['Key Metrics!N7', 40_000],
      mrr: ['Financial Statements!P13', 3_333.33333333333],
      nrr_pct: ['Key Metrics!Z18', 130],
      logo_churn_pct: ['Key Metrics!N9', 20],
      new_customers: ['Key Metrics!N28', 2],
      cac: ['Key Metrics!N29', 20_750],
      ltv: ['Key Metrics!N20', 100_000],
      ltv_cac: ['Key Metrics!N31', 4.81927710843374],
      cash_balance: ['Key Metrics!B38', 6_683_958.33333333],
      capex: ['Financial Statements!D95', 500_000],
    },
  },
  'SaaS_Financial_Model_Rajdeep.xlsx': {
    domain: 'saas_growth',
    tier: 'full',
    metrics: {
      revenue: ['Variance!B2', 818_946.232705074],
      gross_margin_pct: ['Dashboard!D3', 79.3828838110817],
      gross_profit: ['Variance!B4', 650_103.1363835],
      cogs: ['Variance!B3', 168_843.096321574],
      reported_ebitda: ['Variance!B6', 374_103.1363835],
      tax_rate_pct: ['Assumptions!E11', 19],
    },
  },
  // A regression of house prices: it has none of the numbers of a deal, and none may be read into it.
  'Real_Estate_Model.xlsx': { domain: 'cre_multifamily', tier: 'values_only', metrics: {} },
} as const

describe.each(Object.entries(expected))('in the workbook %s', (file, { domain, tier, metrics }) => {
  const path = join(folder, 'models', file)
  const rule = 'the metrics are where a person would point at'
  if (!existsSync(path)) {
    it.skip(`${rule}: NOT TESTED, no such workbook in ${join('shared', 'workbooks', 'models')}`)
    return
  }
  it(rule, { timeout: 60_000 }, () => {
    const calculator = openCalculator(readWorkbook(readFileSync(path)))
    const found = mapMetrics(calculator.model.workbook, calculator.model)
    const cells = Object.fromEntries(
      found.matches.map(({ metricKey, sheet, cell, value }) => [metricKey, [`${sheet}!${cell}`, value]]),
    )
    expect(found.dealType.domain).toBe(domain)
    expect(cells).toMatchObject(metrics)
    if (Object.keys(metrics).length === 0) expect(cells).toEqual({})
    expect(tierOf(calculator, found.matches)).toBe(tier)
  })

  it('they are found in whatever order the sheets stand', () => {
    const workbook = readWorkbook(readFileSync(path))
    expect(mapMetrics({ ...workbook, sheets: workbook.sheets.toReversed() })).toEqual(mapMetrics(workbook))
  })
})
