import { createSheet, looks } from '../sheet.mjs'
import { thousands } from './assumptions.mjs'
import { closing, line, total, yearlySheet } from './years.mjs'

/** Purchase price, sources of funds, and leverage. */
export const fundingSheet = (given, income) => {
  const sheet = createSheet('Sources & Uses')
  const earned = income.fixed('adjusted')
  sheet.title('Sources and uses at closing', thousands)
  sheet.heading('Uses')
  const first = sheet.next()
  const value = sheet.line('Enterprise Value at Entry', `=${given.entryMultiple}*${earned}`, looks.number)
  sheet.line('Advisers and diligence', `=${given.dealFees}`, looks.number)
  sheet.line('Arranging the debt', `=${given.financingFees}`, looks.number)
  sheet.line('Left in the company', `=${given.cash}`, looks.number)
  const uses = sheet.line('Total Uses', `=SUM(B${first}:B${sheet.next() - 1})`, looks.number, 'total')
  sheet.skip()
  sheet.heading('Sources')
  const from = sheet.next()
  sheet.line('Senior term loan', `=${given.senior}`, looks.number)
  sheet.line('Subordinated notes', `=${given.subordinated}`, looks.number)
  sheet.line('Rolled over by the founders', `=${given.rollover}`, looks.number)
  const sponsor = sheet.line('Sponsor Equity', `=${uses}-SUM(B${from}:B${sheet.next() - 1})`, looks.number)
  const sources = sheet.line('Total Sources', `=SUM(B${from}:B${sheet.next() - 1})`, looks.number, 'total')
  sheet.skip()
  sheet.heading('At closing')
  const debt = sheet.line('Total Debt at Close', `=${given.senior}+${given.subordinated}`, looks.number)
  const net = sheet.line('Net Debt at Close', `=${debt}-${given.cash}`, looks.number)
  const leverage = sheet.line('Total Debt / EBITDA', `=${debt}/${earned}`, looks.multiple)
  sheet.line('Senior Debt / EBITDA', `=${given.senior}/${earned}`, looks.multiple)
  const netLeverage = sheet.line('Net Debt / EBITDA', `=${net}/${earned}`, looks.multiple)
  sheet.line('EV / Revenue', `=${value}/${given.revenue}`, looks.multiple)
  sheet.line('Equity Contribution', `=(${sponsor}+${given.rollover})/${sources}`, looks.percent)
  const ownership = sheet.line('Sponsor Ownership', `=${sponsor}/(${sponsor}+${given.rollover})`, looks.percent)
  sheet.line('Add-backs % of Adjusted EBITDA', `=${given.addBacks}/${earned}`, looks.percent)
  sheet.line('Cash Conversion', `=(${earned}-${given.capex})/${earned}`, looks.percent)
  return { sheet, value, uses, sources, sponsor, debt, net, leverage, netLeverage, ownership }
}

/** The exit, the sponsor's proceeds, and the value creation bridge. */
export const returnsSheet = (given, { income, debt, funding }) => {
  const sheet = yearlySheet('Returns', 'Exit and returns', [
    line('year', 'Years since closing'),
    line('debt', 'Net debt at the end of the year'),
    total('flow', 'Sponsor Cash Flow'),
  ])
  const single = sheet.sheet
  single.skip(4)
  single.heading('Exit')
  const ofExit = (range) => `=INDEX(${range},${given.hold})`
  const add = (label, formula, look = looks.number) => single.line(label, formula, look)
  add('Exit-year Revenue', ofExit(income.range('revenue')))
  const ebitda = add('Exit-year EBITDA', ofExit(income.range('adjusted')))
  const value = add('Exit Enterprise Value', `=${ebitda}*${given.exitMultiple}`)
  const netDebt = add('Net Debt at Exit', ofExit(debt.range('net')))
  const equity = add('Exit Equity Value', `=${value}-${netDebt}`)
  const proceeds = add('Sponsor Exit Proceeds', `=${equity}*${funding.ownership}`)
  const multiple = add('MOIC', `=${proceeds}/${funding.sponsor}`, looks.multiple)
  const rate = add('Gross IRR', `=IRR(${sheet.range('flow', closing)})`, looks.percent)
  add('Cumulative Debt Paydown', `=${funding.debt}-${ofExit(debt.range('debt')).slice(1)}`)
  single.skip()
  single.heading('Where the value comes from')
  const earned = income.fixed('adjusted')
  add('Value Creation: EBITDA Growth', `=(${ebitda}-${earned})*${given.entryMultiple}`)
  add('Value Creation: Multiple Expansion', `=(${given.exitMultiple}-${given.entryMultiple})*${ebitda}`)
  add('Value Creation: Debt Paydown', `=${funding.net}-${netDebt}`)
  sheet.fillAll('year', (column) => `=${income.at('year', column)}`)
  sheet.fillAll('debt', (column) => `=${debt.at('net', column)}`)
  sheet.fill('flow', (column) => `=IF(${sheet.at('year', column)}=${given.hold},${proceeds},0)`, `=-${funding.sponsor}`)
  return { sheet: single, ebitda, value, equity, multiple, rate }
}

/** One-page summary for the investment committee. */
export const summarySheet = (given, { income, funding, returns }) => {
  const sheet = createSheet('Summary')
  sheet.title('Helios Field Services', thousands)
  sheet.heading('Company')
  sheet.line('Revenue (LTM)', `=${given.revenue}`, looks.number)
  sheet.line('LTM Adjusted EBITDA', `=${income.fixed('adjusted')}`, looks.number)
  sheet.line('EBITDA Margin', `=${income.fixed('margin')}`, looks.percent)
  sheet.skip()
  sheet.heading('Transaction')
  sheet.line('Entry Multiple', `=${given.entryMultiple}`, looks.multiple)
  sheet.line('Enterprise Value at Entry', `=${funding.value}`, looks.number)
  sheet.line('Sponsor Equity', `=${funding.sponsor}`, looks.number)
  sheet.line('Total Debt / EBITDA', `=${funding.leverage}`, looks.multiple)
  sheet.line('Net Debt / EBITDA', `=${funding.netLeverage}`, looks.multiple)
  sheet.skip()
  sheet.heading('Returns')
  sheet.line('Exit-year EBITDA', `=${returns.ebitda}`, looks.number)
  sheet.line('Exit Enterprise Value', `=${returns.value}`, looks.number)
  sheet.line('Exit Equity Value', `=${returns.equity}`, looks.number)
  sheet.line('MOIC', `=${returns.multiple}`, looks.multiple)
  sheet.line('Gross IRR', `=${returns.rate}`, looks.percent)
  return sheet
}

/** Checks whose result must be zero. */
export const checksSheet = ({ balance, cash, funding }) => {
  const sheet = createSheet('Checks')
  sheet.title('Checks', 'Every line is to be zero.')
  sheet.line('Check: sources equal uses', `=${funding.sources}-${funding.uses}`, looks.number)
  sheet.line('Check: the balance sheet balances', `=SUM(${balance.range('check', closing)})`, looks.number)
  sheet.line('Check: cash ties', `=ROUND(SUM(${cash.range('ending')})-SUM(${balance.range('cash')}),4)`, looks.number)
  return sheet
}
