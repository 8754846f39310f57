import { defineMessages } from '@deal-canvas/messages'

/**
 * The first draft of a memo. `[[noi]]` is replaced by the value of that metric; no sentence contains a literal number.
 */
export const memoDraftMessages = defineMessages('memoDraft', {
  toJudge: '*To add: mitigants, owners, and the risks that neither model nor documents show.*',
  openQuestions: 'Open questions',
  numbersToConfirm: 'Numbers to confirm in the workbook',
  numbersNotFound: 'Numbers not found in the workbook',
  filesNotRead: 'Files that could not be read',
  sectionsToWrite: 'To write',
  sectionToWrite: '{section}: {contents}',
  toConfirm: '*To confirm in the workbook: {metrics}.*',
  mainRisks: 'Main risks',

  priceAndCapRate:
    'The purchase price is [[purchase_price]], a [[going_in_cap_rate_pct]] going-in cap rate on NOI of [[noi]].',
  price: 'The purchase price is [[purchase_price]].',
  enterpriseValueAndMultiple:
    'Enterprise value is [[enterprise_value]], or [[entry_multiple]] adjusted EBITDA of [[adjusted_ebitda]].',
  enterpriseValue: 'Enterprise value is [[enterprise_value]].',
  postMoneyValuation: 'The round values the company at [[post_money_valuation]] post-money, on ARR of [[arr]].',
  leveredReturns: 'The base case returns a [[levered_irr_pct]] levered IRR and a [[equity_multiple]] equity multiple.',
  grossReturns: 'The base case returns a [[gross_irr_pct]] gross IRR and [[moic]] MOIC.',
  leveredIrr: 'The base case returns a [[levered_irr_pct]] levered IRR.',
  dscr: 'DSCR is [[dscr]].',
  netLeverage: 'Net leverage at closing is [[net_leverage]].',
  netRevenueRetention: 'Net revenue retention is [[nrr_pct]].',

  usesAndEquity: 'Total uses are [[total_uses]], funded with [[equity_invested]] of equity.',
  usesAndSponsorEquity: 'Total uses are [[total_uses]], funded with [[sponsor_equity]] of sponsor equity.',
  projectCostAndEquity: 'Total project cost is [[total_project_cost]], funded with [[equity_invested]] of equity.',
  holdPeriod: 'The hold period is [[hold_period_months]].',
  waterfall:
    'Investors receive a preferred return of [[preferred_return_pct]]; above it, the sponsor’s promote is [[promote_pct]].',

  unitsAndOccupancy:
    'The property has [[unit_count]] units with [[rentable_sf]] of rentable space and is [[physical_occupancy_pct]] occupied.',
  units: 'The property has [[unit_count]] units.',
  rentableSpace: 'The property has [[rentable_sf]] of rentable space.',
  pricePerUnitAndFoot: 'The purchase price is [[price_per_unit]] per unit and [[price_per_sf]] per square foot.',
  pricePerUnit: 'The purchase price is [[price_per_unit]] per unit.',
  pricePerFoot: 'The purchase price is [[price_per_sf]] per square foot.',
  revenueAndEbitda: 'Revenue is [[revenue]] and adjusted EBITDA is [[adjusted_ebitda]].',
  revenue: 'Revenue is [[revenue]].',
  recurringRevenue: 'Recurring revenue is [[recurring_revenue_pct]] of total revenue.',

  incomeExpensesAndNoi:
    'Effective gross income of [[effective_gross_income]] less operating expenses of [[total_operating_expenses]] leaves NOI of [[noi]], at an expense ratio of [[expense_ratio_pct]].',
  incomeAndNoi: 'Effective gross income is [[effective_gross_income]] and NOI is [[noi]].',
  revenueGrowthAndMargin:
    'Revenue is [[revenue]], with growth of [[revenue_growth_pct]] and an EBITDA margin of [[ebitda_margin_pct]].',
  revenueAndMargin: 'Revenue is [[revenue]], with an EBITDA margin of [[ebitda_margin_pct]].',
  freeCashFlow: 'Free cash flow is [[free_cash_flow]], or [[cash_conversion_pct]] of EBITDA.',

  impliedCapRate: 'The purchase price of [[purchase_price]] implies a going-in cap rate of [[going_in_cap_rate_pct]].',
  impliedMultiples:
    'The enterprise value of [[enterprise_value]] is [[entry_multiple]] EBITDA and [[ev_revenue_multiple]] revenue.',
  impliedMultiple: 'The enterprise value of [[enterprise_value]] is [[entry_multiple]] EBITDA.',

  loanAndLtv: 'The loan is [[loan_amount]] at [[interest_rate_pct]], with an LTV of [[ltv_pct]].',
  loan: 'The loan is [[loan_amount]] at [[interest_rate_pct]].',
  totalDebt: 'Total debt is [[total_debt]], or [[total_leverage]] EBITDA.',
  debtServiceAndYield:
    'Annual debt service is [[annual_debt_service]] and DSCR is [[dscr]]; the debt yield is [[debt_yield_pct]].',
  interestCoverage: 'Interest coverage is [[interest_coverage]].',

  allReturns:
    'The base case returns a [[levered_irr_pct]] levered IRR, a [[equity_multiple]] equity multiple and a [[unlevered_irr_pct]] unlevered IRR.',
  cashOnCash: 'First-year cash-on-cash return is [[cash_on_cash_pct]].',
  exitCapRateAndValue:
    'The exit assumes a cap rate of [[exit_cap_rate_pct]], for a gross value of [[gross_exit_value]].',
  exitCapRate: 'The exit assumes a cap rate of [[exit_cap_rate_pct]].',
  exitMultipleAndValue:
    'The exit assumes [[exit_multiple]] EBITDA of [[exit_ebitda]], for an enterprise value of [[exit_enterprise_value]].',
  exitMultiple: 'The exit assumes [[exit_multiple]] EBITDA.',

  equityValuePerShare:
    'The valuation gives an equity value of [[equity_value]], or [[value_per_share]] per share against a price of [[share_price]].',
  valuePerShare: 'The valuation gives [[value_per_share]] per share.',
  offer:
    'The offer of [[offer_price_per_share]] per share is a premium of [[offer_premium_pct]]; earnings per share change by [[accretion_pct]].',
  projectCost: 'Total project cost is [[total_project_cost]].',
  facility: 'The facility is [[facility_amount]], with an all-in yield of [[all_in_yield_pct]].',
  discountedCashFlow:
    'Cash flows are discounted at a WACC of [[wacc_pct]] with terminal growth of [[terminal_growth_pct]], for an enterprise value of [[enterprise_value]].',
  terminalValue: 'The terminal value is [[terminal_value]].',
  yieldOnCost:
    'The yield on cost is [[yield_on_cost_pct]], a spread of [[development_spread_pct]] over the exit cap rate.',
  capacityAndTariff: 'Capacity is [[capacity_mw]] MW, sold at a tariff of [[tariff]].',
  spread: 'Interest is [[spread_pct]] over the base rate.',
  netIncomeAndCash: 'Net income is [[net_income]] and free cash flow is [[free_cash_flow]].',
  growthAssumptions: 'Revenue grows by [[revenue_growth_pct]].',
  rentAndExpenseGrowth: 'Rents grow by [[rent_growth_pct]] a year and expenses by [[expense_growth_pct]].',

  sourcesTitle: 'Sources',
  usesTitle: 'Uses',
  unitMixTitle: 'Unit mix',
  operatingStatementTitle: 'Operating statement',
  incomeStatementTitle: 'Income statement',
  cashFlowTitle: 'Cash flow',
  balanceSheetTitle: 'Balance sheet',
  debtScheduleTitle: 'Debt schedule',
  overTime: '{lines} over time',
  scenariosTitle: 'Scenarios',
  limitsTitle: 'Hurdles and covenants',

  thinCoverage: 'Debt service coverage is thin: a small fall in income reaches the level that lenders ask for.',
  thinInterestCoverage: 'Interest coverage is thin.',
  highLoanToValue: 'The loan is high for the value: refinancing depends on the value holding.',
  highLeverage: 'Leverage is high: cash flow must grow to refinance the debt.',
  highBreakeven: 'Breakeven occupancy is high: few vacancies can be absorbed.',
  tenantConcentration: 'Rent depends on the largest tenant.',
  leaseRollover: 'A large part of the leases expires within two years.',
  customerConcentration: 'Revenue depends on the largest customer.',
  topCustomers: 'Revenue depends on the ten largest customers.',
  churn: 'Many customers leave each year.',
  shrinkingCustomers: 'Existing customers spend less each year.',
  shortRunway: 'Cash lasts for a short time: another round is needed soon.',
  addbacks: 'A large part of adjusted EBITDA is add-backs.',
  yieldCompression: 'The exit cap rate is below the going-in cap rate: part of the return rests on a higher valuation.',
  multipleExpansion: 'The exit multiple is above the entry multiple: part of the return rests on a higher valuation.',
  findingRisk: 'Model: {title}.',
  findingRiskAt: 'Model: {title} ({place}).',
})
