import { assumptionsSheet } from './assumptions.mjs'
import { exitSheet, investorFlows } from './exit.mjs'
import { debtSheet, sourcesAndUses } from './financing.mjs'
import { operationsByMonth } from './monthly.mjs'
import { expensesSheet, operatingStatement } from './operations.mjs'
import { rentSheets } from './rents.mjs'
import { checksSheet, returnsSheet, summarySheet } from './results.mjs'
import { waterfallSheet } from './waterfall.mjs'
import { operationsByYear } from './yearly.mjs'

/** A multifamily deal: ten years by month, a loan, a sale and a waterfall. */
export const riversideWorkbook = () => {
  const given = assumptionsSheet()
  const rents = rentSheets()
  const expenses = expensesSheet()
  const statement = operatingStatement(given, rents, expenses)
  const monthly = operationsByMonth(given, rents, statement)
  const { capex } = monthly
  const debt = debtSheet(given, monthly.sheet)
  const funding = sourcesAndUses(given, capex)
  const exit = exitSheet(given, monthly, debt)
  const flows = investorFlows(given, monthly, debt, funding, exit)
  const waterfall = waterfallSheet(given, monthly, flows, funding)
  const yearly = operationsByYear(monthly, debt)
  const parts = { given, rents, statement, yearly, debt, funding, exit, flows, waterfall, capex }
  const { sheet: returns, found } = returnsSheet(parts)
  return {
    sheets: [
      summarySheet({ ...parts, found }),
      given.sheet,
      rents.mix,
      rents.roll,
      statement.sheet,
      expenses.sheet,
      monthly.sheet.sheet,
      yearly.sheet,
      capex.sheet.sheet,
      debt.sheet.sheet,
      funding.sheet,
      exit.sheet,
      waterfall.sheet.sheet,
      returns,
      checksSheet(parts),
    ],
    names: {
      ExitCapRate: given.exitCap,
      PurchasePrice: given.price,
      LoanAmount: given.loan,
      RentGrowth: given.rentGrowth,
    },
  }
}
