import { closing, gap, line, total, yearlySheet } from './years.mjs'

export const balanceSheet = () =>
  yearlySheet('Balance Sheet', 'Balance sheet', [
    line('cash', 'Cash'),
    line('receivables', 'Receivables'),
    line('inventory', 'Inventory'),
    line('equipment', 'Property and equipment'),
    line('goodwill', 'Goodwill and customer contracts'),
    line('fees', 'Financing fees not yet written off'),
    total('assets', 'Total Assets'),
    gap,
    line('payables', 'Payables'),
    line('revolver', 'Revolver'),
    line('term', 'Senior term loan'),
    line('notes', 'Subordinated notes'),
    line('equity', 'Shareholders equity'),
    total('all', 'Total Liabilities and Equity'),
    gap,
    line('check', 'Check: assets less liabilities and equity'),
  ])

export const fillBalance = (balance, given, { income, cash, debt, funding }) => {
  const { at } = balance
  balance.fill('cash', (column) => `=${cash.at('ending', column)}`, `=${given.cash}`)
  balance.fillAll('receivables', (column) => `=${income.at('revenue', column)}*${given.receivables}`)
  balance.fillAll('inventory', (column) => `=${income.at('revenue', column)}*${given.inventory}`)
  balance.fill(
    'equipment',
    (column, previous) =>
      `=${at('equipment', previous)}+${cash.at('capex', column)}-${income.at('depreciation', column)}`,
    `=${given.equipment}`,
  )
  // Purchase price above the value of the net assets.
  balance.fill(
    'goodwill',
    (_, previous) => `=${at('goodwill', previous)}`,
    `=${funding.value}+${at('payables', closing)}-SUM(${at('receivables', closing)}:${at('equipment', closing)})`,
  )
  balance.fill(
    'fees',
    (column, previous) => `=${at('fees', previous)}-${income.at('fees', column)}`,
    `=${given.financingFees}`,
  )
  balance.fillAll('assets', (column) => `=SUM(${at('cash', column)}:${at('fees', column)})`)
  balance.fillAll('payables', (column) => `=${income.at('revenue', column)}*${given.payables}`)
  balance.fillAll('revolver', (column) => `=${debt.at('revolverClosing', column)}`)
  balance.fillAll('term', (column) => `=${debt.at('termClosing', column)}`)
  balance.fillAll('notes', (column) => `=${debt.at('notesClosing', column)}`)
  balance.fill(
    'equity',
    (column, previous) => `=${at('equity', previous)}+${income.at('net', column)}`,
    `=${funding.sponsor}+${given.rollover}-${given.dealFees}`,
  )
  balance.fillAll('all', (column) => `=SUM(${at('payables', column)}:${at('equity', column)})`)
  balance.fillAll('check', (column) => `=ROUND(${at('assets', column)}-${at('all', column)},4)`)
}
