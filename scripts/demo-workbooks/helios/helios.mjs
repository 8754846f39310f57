import { adjustmentsSheet, assumptionsSheet, customersSheet } from './assumptions.mjs'
import { balanceSheet, fillBalance } from './balance.mjs'
import { cashFlowStatement, fillCash } from './cash.mjs'
import { debtSchedule, fillDebt } from './debt.mjs'
import { fillIncome, incomeStatement } from './income.mjs'
import { checksSheet, fundingSheet, returnsSheet, summarySheet } from './results.mjs'

/** A buyout: three statements, a debt schedule with a cash sweep, circular interest, and an exit. */
export const heliosWorkbook = () => {
  const customers = customersSheet()
  const adjustments = adjustmentsSheet()
  const given = assumptionsSheet(customers, adjustments)
  const [income, cash, balance, debt] = [incomeStatement(), cashFlowStatement(), balanceSheet(), debtSchedule()]
  const funding = fundingSheet(given, income)
  const parts = { income, cash, balance, debt, funding }
  fillIncome(income, given, debt)
  fillCash(cash, given, parts)
  fillBalance(balance, given, parts)
  fillDebt(debt, given, parts)
  const returns = returnsSheet(given, parts)
  return {
    sheets: [
      summarySheet(given, { ...parts, returns }),
      given.sheet,
      customers.sheet,
      adjustments.sheet,
      funding.sheet,
      income.sheet,
      cash.sheet,
      balance.sheet,
      debt.sheet,
      returns.sheet,
      checksSheet(parts),
    ],
    names: { EntryMultiple: given.entryMultiple, ExitMultiple: given.exitMultiple, RevenueGrowth: given.growth },
    iteration: { rounds: 100, change: 0.0001 },
  }
}
