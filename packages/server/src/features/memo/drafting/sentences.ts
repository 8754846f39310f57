/**
 * What a draft can say, by section. A sentence is used when every metric in it is known; of those in brackets after one
 * another only the first that can be used, so that a memo does not say one thing twice. No sentence holds a number.
 */
export const sentences: Readonly<Record<string, readonly (readonly string[])[]>> = {
  executive_summary: [
    [
      'The purchase price is [[purchase_price]], a [[going_in_cap_rate_pct]] going-in cap rate on NOI of [[noi]].',
      'The purchase price is [[purchase_price]].',
      'The company is valued at [[enterprise_value]], [[entry_multiple]] of adjusted EBITDA of [[adjusted_ebitda]].',
      'The company is valued at [[enterprise_value]].',
      'The round values the company at [[post_money_valuation]] with ARR of [[arr]].',
    ],
    [
      'The base case returns a [[levered_irr_pct]] levered IRR and a [[equity_multiple]] equity multiple.',
      'The base case returns a [[gross_irr_pct]] gross IRR and [[moic]] MOIC.',
      'The base case returns a [[levered_irr_pct]] levered IRR.',
    ],
    ['DSCR is [[dscr]].', 'Net leverage at closing is [[net_leverage]].', 'Net revenue retention is [[nrr_pct]].'],
  ],
  transaction_overview: [
    [
      'Sources and uses balance at [[total_uses]], of which [[equity_invested]] is equity.',
      'Sources and uses balance at [[total_uses]], of which [[sponsor_equity]] is sponsor equity.',
      'The project costs [[total_project_cost]] in all, with [[equity_invested]] of equity.',
    ],
    ['The plan is to hold for [[hold_period_months]].'],
    ['Investors have a preferred return of [[preferred_return_pct]]; beyond it the sponsor takes [[promote_pct]].'],
  ],
  property_overview: [
    [
      'The property has [[unit_count]] units on [[rentable_sf]] and is [[physical_occupancy_pct]] occupied.',
      'The property has [[unit_count]] units.',
      'The property has [[rentable_sf]] of rentable space.',
    ],
    [
      'The price is [[price_per_unit]] per unit and [[price_per_sf]] per square foot.',
      'The price is [[price_per_unit]] per unit.',
      'The price is [[price_per_sf]] per square foot.',
    ],
  ],
  company_overview: [
    [
      'The company has revenue of [[revenue]] and adjusted EBITDA of [[adjusted_ebitda]].',
      'The company has revenue of [[revenue]].',
    ],
    ['Recurring revenue is [[recurring_revenue_pct]] of total revenue.'],
  ],
  financial_analysis: [
    [
      'Effective gross income of [[effective_gross_income]] less operating expenses of [[total_operating_expenses]] leaves an NOI of [[noi]], an expense ratio of [[expense_ratio_pct]].',
      'Effective gross income of [[effective_gross_income]] leaves an NOI of [[noi]].',
      'Revenue of [[revenue]] grew by [[revenue_growth_pct]], with an EBITDA margin of [[ebitda_margin_pct]].',
      'Revenue is [[revenue]], with an EBITDA margin of [[ebitda_margin_pct]].',
    ],
    ['Free cash flow is [[free_cash_flow]], [[cash_conversion_pct]] of EBITDA.'],
  ],
  valuation: [
    [
      'The price of [[purchase_price]] is a going-in cap rate of [[going_in_cap_rate_pct]].',
      'The enterprise value of [[enterprise_value]] is [[entry_multiple]] of EBITDA and [[ev_revenue_multiple]] of revenue.',
      'The enterprise value of [[enterprise_value]] is [[entry_multiple]] of EBITDA.',
    ],
  ],
  financing_structure: [
    [
      'The loan of [[loan_amount]] at [[interest_rate_pct]] is [[ltv_pct]] of value.',
      'The loan is [[loan_amount]] at [[interest_rate_pct]].',
      'Total debt of [[total_debt]] is [[total_leverage]] of EBITDA.',
    ],
    [
      'Annual debt service is [[annual_debt_service]], a DSCR of [[dscr]]; the debt yield is [[debt_yield_pct]].',
      'DSCR is [[dscr]].',
      'Interest coverage is [[interest_coverage]].',
    ],
  ],
  returns_analysis: [
    [
      'The base case returns a [[levered_irr_pct]] levered IRR, a [[equity_multiple]] equity multiple and a [[unlevered_irr_pct]] unlevered IRR.',
      'The base case returns a [[levered_irr_pct]] levered IRR and a [[equity_multiple]] equity multiple.',
      'The base case returns a [[gross_irr_pct]] gross IRR and [[moic]] MOIC.',
    ],
    ['First-year cash-on-cash return is [[cash_on_cash_pct]].'],
  ],
  exit_analysis: [
    [
      'The exit is assumed at a cap rate of [[exit_cap_rate_pct]], a gross value of [[gross_exit_value]].',
      'The exit is assumed at a cap rate of [[exit_cap_rate_pct]].',
      'The exit is assumed at [[exit_multiple]] of EBITDA of [[exit_ebitda]], an enterprise value of [[exit_enterprise_value]].',
      'The exit is assumed at [[exit_multiple]] of EBITDA.',
    ],
  ],
}
