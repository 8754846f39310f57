import { createSheet, looks } from '../sheet.mjs'

/** The sale: forward twelve-month NOI at the exit cap rate. */
export const exitSheet = (given, monthly, debt) => {
  const sheet = createSheet('Exit')
  sheet.title('Sale of the property')
  const noi = sheet.line(
    'Exit-year NOI',
    `=SUMIF(${monthly.sheet.range(4)},${given.hold},${monthly.sheet.range(monthly.ahead)})`,
    looks.money,
  )
  const gross = sheet.line('Gross Exit Value', `=${noi}/${given.exitCap}`, looks.money)
  const costs = sheet.line('Costs of the sale', `=${gross}*${given.sellingCosts}`, looks.money)
  const net = sheet.line('Net Sale Proceeds before Debt', `=${gross}-${costs}`, looks.money, 'total')
  const balance = sheet.line('Loan Balance at Exit', `=SUM(${debt.sheet.range(debt.payoff)})`, looks.money)
  sheet.line('Left for the equity', `=${net}-${balance}`, looks.money, 'total')
  return { sheet, gross, net }
}

/** Unlevered and levered cash flows, added below the monthly cash flow. */
export const investorFlows = (given, monthly, debt, funding, exit) => {
  const { sheet, beforeDebt } = monthly
  const held = sheet.row('Held (1 = yes)', (column) => `=IF(${column}$4<=${given.hold},1,0)`, looks.number)
  const sale = sheet.row('Sale', (column) => `=IF(${column}$4=${given.hold},${exit.net},0)`, looks.money)
  const unlevered = sheet.row(
    'Net Unlevered Cash Flow',
    (column) => `=${column}${beforeDebt}*${column}${held}+${column}${sale}`,
    looks.money,
    {
      atClosing: `=-${funding.uses}`,
      style: 'total',
    },
  )
  const payments = sheet.row(
    'Payments to the lender',
    (column) => `=SUM(${debt.sheet.at(debt.interest, column)}:${column}${debt.payoff})`,
    looks.money,
  )
  const levered = sheet.row(
    'Net Levered Cash Flow',
    (column) => `=${column}${unlevered}-${column}${payments}`,
    looks.money,
    {
      atClosing: `=-${funding.equity}`,
      style: 'total',
    },
  )
  return { unlevered: sheet.range(unlevered, 'B'), levered: sheet.range(levered, 'B'), leveredRow: levered }
}
