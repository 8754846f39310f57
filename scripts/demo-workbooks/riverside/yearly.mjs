import { columnName, createSheet, looks, on } from '../sheet.mjs'
import { months } from './months.mjs'

/** The monthly cash flow by year. */
export const operationsByYear = (monthly, debt) => {
  const sheet = createSheet('Yearly Cash Flow', { freeze: { row: 4, column: 1 } })
  sheet.title('Cash flow by year')
  const years = Array.from({ length: months / 12 }, (_, n) => columnName(1 + n))
  sheet.heading(undefined, ...years.map((_, n) => `Year ${n + 1}`))
  sheet.series(
    'Year number',
    years.map((_, n) => (n === 0 ? 1 : `=${years[n - 1]}4+1`)),
    looks.number,
  )
  const ofYear = (from, row) => (column) => `=SUMIF(${monthly.sheet.range(5)},${column}$4,${from.range(row)})`
  const add = (label, make, style) => sheet.series(label, years.map(make), looks.money, { style })
  const sum = (label, row, from = monthly.sheet) => add(label, ofYear(from, row))
  const potential = sum('Gross Potential Rent', monthly.potential)
  const premium = sum('Premium of renovated units', monthly.premium)
  const loss = sum('Loss to Lease', monthly.lossToLease)
  sum('Vacancy Loss', monthly.vacancy)
  sum('Units down for renovation', monthly.down)
  sum('Concessions', monthly.concessions)
  const badDebt = sum('Bad Debt', monthly.badDebt)
  const other = sum('Other Income', monthly.otherIncome)
  const income = add(
    'Effective Gross Income',
    (column) =>
      `=${column}${potential}+${column}${premium}-SUM(${column}${loss}:${column}${badDebt})+${column}${other}`,
    'total',
  )
  const expenses = sum('Total Operating Expenses', monthly.expenses)
  const noi = add('Net Operating Income', (column) => `=${column}${income}-${column}${expenses}`, 'total')
  const reserves = sum('Replacement Reserves', monthly.reserves)
  sum('Interest paid', debt.interest, debt.sheet)
  const principal = sum('Principal paid', debt.principal, debt.sheet)
  const after = add(
    'Cash Flow after Debt Service',
    (column) => `=${column}${noi}-SUM(${column}${reserves}:${column}${principal})`,
    'total',
  )
  return { sheet, firstYear: on(sheet, `$B$${after}`) }
}
