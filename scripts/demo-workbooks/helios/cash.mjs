import { gap, line, total, yearlySheet } from './years.mjs'

/** The year whose capital expenditure is hard-coded over its formula, on purpose. */
const typedOver = { year: 4, value: 4_600 }

export const cashFlowStatement = () =>
  yearlySheet('Cash Flow', 'Cash flow statement', [
    line('net', 'Net income'),
    line('depreciation', 'Depreciation & Amortization'),
    line('fees', 'Financing fees written off'),
    line('capital', 'Increase in Net Working Capital'),
    total('operations', 'Cash from operations'),
    line('capex', 'Capital Expenditures'),
    total('free', 'Levered Free Cash Flow'),
    gap,
    line('mandatory', 'Mandatory Amortization'),
    line('sweep', 'Cash sweep'),
    line('revolver', 'Drawn on the revolver'),
    total('change', 'Change in cash'),
    gap,
    line('opening', 'Opening cash'),
    total('ending', 'Ending cash'),
  ])

export const fillCash = (cash, given, { income, balance, debt }) => {
  const { at } = cash
  cash.fill('net', (column) => `=${income.at('net', column)}`)
  cash.fill('depreciation', (column) => `=${income.at('depreciation', column)}`)
  cash.fill('fees', (column) => `=${income.at('fees', column)}`)
  const capital = (column) =>
    `${balance.at('receivables', column)}+${balance.at('inventory', column)}-${balance.at('payables', column)}`
  cash.fill('capital', (column, previous) => `=(${capital(column)})-(${capital(previous)})`, `=${given.workingCapital}`)
  cash.fill('operations', (column) => `=SUM(${at('net', column)}:${at('fees', column)})-${at('capital', column)}`)
  cash.fill(
    'capex',
    (column, _, year) =>
      year === typedOver.year ? typedOver.value : `=${income.at('revenue', column)}*${given.capex}/${given.revenue}`,
    `=${given.capex}`,
  )
  cash.fill('free', (column) => `=${at('operations', column)}-${at('capex', column)}`)
  cash.fill('mandatory', (column) => `=${debt.at('mandatory', column)}`)
  cash.fill('sweep', (column) => `=${debt.at('sweep', column)}`)
  cash.fill('revolver', (column) => `=${debt.at('draw', column)}`)
  cash.fill(
    'change',
    (column) => `=${at('free', column)}-${at('mandatory', column)}-${at('sweep', column)}+${at('revolver', column)}`,
  )
  cash.fill('opening', (_, previous) => `=${balance.at('cash', previous)}`)
  cash.fill('ending', (column) => `=${at('opening', column)}+${at('change', column)}`)
}
