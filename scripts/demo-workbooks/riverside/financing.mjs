import { createSheet, looks } from '../sheet.mjs'
import { last, monthlySheet } from './months.mjs'

/** The lender's origination fee, hard-coded in the formula on purpose. */
const originationFee = 0.0075

/** Interest-only at first, then level payments; the balance is repaid at the sale. */
export const debtSheet = (given, timeline) => {
  const sheet = monthlySheet('Debt', 'Senior mortgage', given, timeline)
  const held = sheet.row('Loan outstanding (1 = yes)', (column) => `=IF(${column}$4<=${given.hold},1,0)`, looks.number)
  const amortizes = sheet.row(
    'Amortizing (1 = yes)',
    (column) => `=IF(${column}$4>${given.interestOnly},1,0)`,
    looks.number,
  )
  const level = sheet.row('Level payment', () => undefined, looks.money, {
    atClosing: `=PMT(${given.rate}/12,${given.amortization},-${given.loan})`,
  })
  sheet.skip()
  const opening = sheet.next()
  const [interest, principal, payoff, closing] = [1, 2, 3, 4].map((n) => opening + n)
  sheet.row('Opening balance', (_, previous) => `=${previous}${closing}`, looks.money)
  sheet.row('Interest', (column) => `=${column}${opening}*${given.rate}/12`, looks.money)
  sheet.row(
    'Principal',
    (column) => `=MIN(${column}${opening},($B$${level}-${column}${interest})*${column}${amortizes}*${column}${held})`,
    looks.money,
  )
  sheet.row(
    'Repaid at the sale',
    (column) => `=IF(${column}$4=${given.hold},${column}${opening}-${column}${principal},0)`,
    looks.money,
  )
  sheet.row(
    'Closing balance',
    (column) => `=${column}${opening}-${column}${principal}-${column}${payoff}`,
    looks.money,
    {
      atClosing: `=${given.loan}`,
      style: 'total',
    },
  )
  return {
    sheet,
    level: sheet.fixed(level, 'B'),
    interest,
    principal,
    payoff,
    closing,
    left: sheet.fixed(closing, last),
  }
}

/** Sources and uses of funds at closing. */
export const sourcesAndUses = (given, capex) => {
  const sheet = createSheet('Sources & Uses')
  sheet.title('Sources and uses at closing')
  sheet.heading('Uses')
  const first = sheet.next()
  sheet.line('Price of the property', `=${given.price}`, looks.money)
  const diligence = sheet.line('Title, legal and diligence', `=${given.diligence}`, looks.money)
  const fee = sheet.line('Loan origination', `=${given.loan}*${originationFee}`, looks.money)
  sheet.line('Renovation Budget', `=${capex.budget}`, looks.money)
  const uses = sheet.line('Total Uses', `=SUM(B${first}:B${sheet.next() - 1})`, looks.money, 'total')
  sheet.skip()
  sheet.heading('Sources')
  const from = sheet.next()
  sheet.line('Senior mortgage', `=${given.loan}`, looks.money)
  const equity = sheet.line('Equity Required', `=${uses}-${given.loan}`, looks.money)
  const sources = sheet.line('Total Sources', `=SUM(B${from}:B${sheet.next() - 1})`, looks.money, 'total')
  sheet.skip()
  sheet.line('Closing Costs', `=${diligence}+${fee}`, looks.money)
  return { sheet, uses, sources, equity }
}
