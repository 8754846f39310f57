import { looks } from '../sheet.mjs'
import { columnOf, monthlySheet, months } from './months.mjs'
import { renovationSheet } from './renovation.mjs'

/** The month whose other income is hard-coded over its formula, on purpose. */
const typedOver = { month: 38, value: 29_500 }

/** Rents and expenses month by month for ten years. */
export const operationsByMonth = (given, rents, statement) => {
  const sheet = monthlySheet('Monthly Cash Flow', 'Cash flow by month', given)
  const capex = renovationSheet(given, sheet)
  const rentIndex = sheet.row('Rent index', (column) => `=(1+${given.rentGrowth})^(${column}$5-1)`, looks.factor)
  const costIndex = sheet.row('Expense index', (column) => `=(1+${given.expenseGrowth})^(${column}$5-1)`, looks.factor)
  const recaptured = sheet.row(
    'Leases at market',
    (column) => `=${given.recapture}*MIN(1,${column}$4/${given.recaptureMonths})`,
    looks.percent,
  )
  sheet.skip()
  const indexed = (reference, index) => (column) => `=${reference}/12*${column}$${index}`
  const potential = sheet.row(
    'Gross Potential Rent',
    (column) => `=${rents.units}*${rents.marketRent}*${column}$${rentIndex}`,
    looks.money,
  )
  const premium = sheet.row(
    'Premium of renovated units',
    (column) => `=${capex.sheet.at(capex.before, column)}*${given.premium}*${column}$${rentIndex}`,
    looks.money,
  )
  const lossToLease = sheet.row(
    'Loss to Lease',
    (column) => `=${column}${potential}*${statement.lossShare}*(1-${column}${recaptured})`,
    looks.money,
  )
  const vacancy = sheet.row(
    'Vacancy Loss',
    (column) => `=(${column}${potential}+${column}${premium})*${given.vacancy}`,
    looks.money,
  )
  const down = sheet.row(
    'Units down for renovation',
    (column) => `=${capex.sheet.at(capex.started, column)}*${given.down}*${rents.marketRent}*${column}$${rentIndex}`,
    looks.money,
  )
  const concessions = sheet.row('Concessions', indexed(statement.concessions, rentIndex), looks.money)
  const badDebt = sheet.row('Bad Debt', indexed(statement.badDebt, rentIndex), looks.money)
  const otherIncome = sheet.row(
    'Other Income',
    (column, _, month) =>
      month === typedOver.month ? typedOver.value : indexed(statement.otherIncome, rentIndex)(column),
    looks.money,
  )
  const income = sheet.row(
    'Effective Gross Income',
    (column) =>
      `=${column}${potential}+${column}${premium}-SUM(${column}${lossToLease}:${column}${badDebt})+${column}${otherIncome}`,
    looks.money,
    { style: 'total' },
  )
  sheet.skip()
  const taxes = sheet.row('Real Estate Taxes', indexed(statement.taxes, costIndex), looks.money)
  sheet.row('Insurance', indexed(statement.insurance, costIndex), looks.money)
  sheet.row('Property Management Fee', (column) => `=${column}${income}*${given.feeRate}`, looks.money)
  const other = sheet.row('Other Operating Expenses', indexed(statement.other, costIndex), looks.money)
  const expenses = sheet.row(
    'Total Operating Expenses',
    (column) => `=SUM(${column}${taxes}:${column}${other})`,
    looks.money,
    { style: 'total' },
  )
  sheet.skip()
  const noi = sheet.row('Net Operating Income', (column) => `=${column}${income}-${column}${expenses}`, looks.money, {
    style: 'total',
  })
  const reserves = sheet.row('Replacement Reserves', indexed(statement.reserves, costIndex), looks.money)
  const beforeDebt = sheet.row(
    'Cash Flow before Debt Service',
    (column) => `=${column}${noi}-${column}${reserves}`,
    looks.money,
    { style: 'total' },
  )
  const ahead = sheet.row(
    'NOI of the twelve months after',
    // There is no year after the last one.
    (_, __, month) =>
      month > months - 12 ? undefined : `=SUM(${columnOf(month + 1)}${noi}:${columnOf(month + 12)}${noi})`,
    looks.money,
  )
  sheet.skip()
  return {
    sheet,
    capex,
    ...{ potential, premium, lossToLease, vacancy, down, concessions, badDebt, otherIncome },
    ...{ expenses, noi, ahead, reserves, beforeDebt },
  }
}
