import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'

/**
 * Sentences a draft can use, by section. A sentence is used if all its metrics are known. Of the alternatives in one
 * list only the first usable one is taken, so that a memo does not repeat itself.
 */
export const sentences: Readonly<Record<string, readonly (readonly string[])[]>> = {
  executive_summary: [
    [
      messages.priceAndCapRate(),
      messages.price(),
      messages.enterpriseValueAndMultiple(),
      messages.enterpriseValue(),
      messages.postMoneyValuation(),
      messages.equityValuePerShare(),
      messages.valuePerShare(),
      messages.facility(),
      messages.projectCost(),
    ],
    [messages.leveredReturns(), messages.grossReturns(), messages.leveredIrr(), messages.offer()],
    [messages.dscr(), messages.netLeverage(), messages.netRevenueRetention()],
  ],
  transaction_overview: [
    [messages.usesAndEquity(), messages.usesAndSponsorEquity(), messages.projectCostAndEquity()],
    [messages.holdPeriod()],
    [messages.waterfall()],
    [messages.capacityAndTariff()],
  ],
  property_overview: [
    [messages.unitsAndOccupancy(), messages.units(), messages.rentableSpace()],
    [messages.pricePerUnitAndFoot(), messages.pricePerUnit(), messages.pricePerFoot()],
  ],
  company_overview: [[messages.revenueAndEbitda(), messages.revenue()], [messages.recurringRevenue()]],
  financial_analysis: [
    [
      messages.incomeExpensesAndNoi(),
      messages.incomeAndNoi(),
      messages.revenueGrowthAndMargin(),
      messages.revenueAndMargin(),
    ],
    [messages.freeCashFlow(), messages.netIncomeAndCash()],
  ],
  projections_assumptions: [[messages.rentAndExpenseGrowth(), messages.growthAssumptions()]],
  valuation: [
    [messages.discountedCashFlow()],
    [messages.terminalValue()],
    [messages.equityValuePerShare()],
    [messages.impliedCapRate(), messages.impliedMultiples(), messages.impliedMultiple()],
  ],
  financing_structure: [
    [messages.loanAndLtv(), messages.loan(), messages.totalDebt(), messages.facility()],
    [messages.spread()],
    [messages.debtServiceAndYield(), messages.dscr(), messages.interestCoverage()],
  ],
  returns_analysis: [
    [messages.allReturns(), messages.leveredReturns(), messages.grossReturns()],
    [messages.cashOnCash()],
    [messages.yieldOnCost()],
  ],
  exit_analysis: [
    [messages.exitCapRateAndValue(), messages.exitCapRate(), messages.exitMultipleAndValue(), messages.exitMultiple()],
  ],
}
