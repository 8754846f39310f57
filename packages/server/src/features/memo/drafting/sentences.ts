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
    ],
    [messages.leveredReturns(), messages.grossReturns(), messages.leveredIrr()],
    [messages.dscr(), messages.netLeverage(), messages.netRevenueRetention()],
  ],
  transaction_overview: [
    [messages.usesAndEquity(), messages.usesAndSponsorEquity(), messages.projectCostAndEquity()],
    [messages.holdPeriod()],
    [messages.waterfall()],
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
    [messages.freeCashFlow()],
  ],
  valuation: [[messages.impliedCapRate(), messages.impliedMultiples(), messages.impliedMultiple()]],
  financing_structure: [
    [messages.loanAndLtv(), messages.loan(), messages.totalDebt()],
    [messages.debtServiceAndYield(), messages.dscr(), messages.interestCoverage()],
  ],
  returns_analysis: [
    [messages.allReturns(), messages.leveredReturns(), messages.grossReturns()],
    [messages.cashOnCash()],
  ],
  exit_analysis: [
    [messages.exitCapRateAndValue(), messages.exitCapRate(), messages.exitMultipleAndValue(), messages.exitMultiple()],
  ],
}
