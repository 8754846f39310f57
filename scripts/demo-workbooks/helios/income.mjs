import { looks } from '../sheet.mjs'
import { closing, line, total, yearlySheet } from './years.mjs'

/** Projected depreciation as a share of revenue, hard-coded in the formula on purpose. */
const depreciationShare = 0.038

export const incomeStatement = () =>
  yearlySheet('Income Statement', 'Income statement', [
    line('year', 'Year of the projection'),
    line('revenue', 'Revenue'),
    line('growth', 'Revenue Growth', looks.percent),
    line('cogs', 'Cost of Goods Sold'),
    total('gross', 'Gross Profit'),
    line('grossMargin', 'Gross Margin', looks.percent),
    line('overhead', 'Operating Expenses (SG&A)'),
    total('ebitda', 'Reported EBITDA'),
    line('addBacks', 'EBITDA Add-backs'),
    total('adjusted', 'Adjusted EBITDA'),
    line('margin', 'EBITDA Margin', looks.percent),
    line('depreciation', 'Depreciation & Amortization'),
    total('ebit', 'EBIT'),
    line('interest', 'Cash Interest Expense'),
    line('fees', 'Financing fees written off'),
    line('before', 'Profit before tax'),
    line('taxes', 'Cash Taxes'),
    total('net', 'Net income'),
  ])

/** Revenue grows, and the margin rises step by step to the exit margin. */
export const fillIncome = (income, given, debt) => {
  const { at } = income
  income.fill('year', (_, previous) => `=${at('year', previous)}+1`, 0)
  income.fill(
    'revenue',
    (column, previous) => `=${at('revenue', previous)}*(1+${at('growth', column)})`,
    `=${given.revenue}`,
  )
  income.fill('growth', () => `=${given.growth}`)
  income.fill('cogs', (column) => `=${at('revenue', column)}*${given.cogs}/${given.revenue}`, `=${given.cogs}`)
  income.fillAll('gross', (column) => `=${at('revenue', column)}-${at('cogs', column)}`)
  income.fillAll('grossMargin', (column) => `=${at('gross', column)}/${at('revenue', column)}`)
  income.fill('overhead', (column) => `=${at('gross', column)}-${at('ebitda', column)}`, `=${given.overhead}`)
  income.fill(
    'ebitda',
    (column) => `=${at('revenue', column)}*${at('margin', column)}`,
    `=${at('gross', closing)}-${at('overhead', closing)}`,
  )
  income.fill('addBacks', () => undefined, `=${given.addBacks}`)
  income.fillAll('adjusted', (column) => `=${at('ebitda', column)}+${at('addBacks', column)}`)
  const now = income.fixed('margin')
  income.fill(
    'margin',
    (column) => `=${now}+(${given.exitMargin}-${now})*MIN(1,${at('year', column)}/${given.marginYears})`,
    `=${at('adjusted', closing)}/${at('revenue', closing)}`,
  )
  income.fill('depreciation', (column) => `=${at('revenue', column)}*${depreciationShare}`, `=${given.depreciation}`)
  income.fillAll('ebit', (column) => `=${at('ebitda', column)}-${at('depreciation', column)}`)
  income.fill('interest', (column) => `=${debt.at('interest', column)}`)
  income.fill(
    'fees',
    (column) => `=IF(${at('year', column)}<=${given.feeYears},${given.financingFees}/${given.feeYears},0)`,
  )
  income.fill('before', (column) => `=${at('ebit', column)}-${at('interest', column)}-${at('fees', column)}`)
  income.fill('taxes', (column) => `=MAX(0,${at('before', column)}*${given.taxRate})`)
  income.fill('net', (column) => `=${at('before', column)}-${at('taxes', column)}`)
}
