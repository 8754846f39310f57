/** Subjects of metrics, in the order in which reviewers check them. */
export const metricSubjects = [
  'returns',
  'price',
  'income',
  'debt',
  'exit',
  'valuation',
  'operations',
  'other',
] as const
export type MetricSubject = (typeof metricSubjects)[number]

const keysBySubject: Readonly<Record<Exclude<MetricSubject, 'other'>, string>> = {
  returns: `moic gross_irr_pct equity_multiple levered_irr_pct unlevered_irr_pct cash_on_cash_pct yield_on_cost_pct
    development_spread_pct renovation_roi_pct value_from_ebitda_growth value_from_multiple value_from_deleveraging
    preferred_return_pct promote_pct accretion_pct all_in_yield_pct hold_period_months`,
  price: `purchase_price price_per_unit price_per_sf enterprise_value entry_multiple ev_revenue_multiple
    going_in_cap_rate_pct closing_costs closing_date transaction_fees financing_fees total_uses total_sources
    sponsor_equity equity_invested equity_contribution_pct management_rollover sponsor_ownership_pct
    total_project_cost renovation_budget land_cost hard_costs soft_costs pre_money_valuation post_money_valuation
    round_size investment_amount ownership_pct valuation_arr_multiple offer_price_per_share offer_premium_pct`,
  income: `revenue revenue_growth_pct cogs gross_profit gross_margin_pct sga_expense reported_ebitda ebitda_adjustments
    adjusted_ebitda ebitda_margin_pct addback_share_pct depreciation_amortization ebit capex change_in_nwc tax_rate_pct
    cash_taxes free_cash_flow cash_conversion_pct net_income eps synergies cfads gross_potential_rent loss_to_lease
    vacancy_loss concessions bad_debt other_income expense_reimbursements effective_gross_income real_estate_taxes
    insurance_expense management_fee other_operating_expenses total_operating_expenses noi stabilized_noi
    expense_ratio_pct opex_per_unit replacement_reserves leasing_costs property_cash_flow rent_growth_pct
    expense_growth_pct net_burn burn_multiple runway_months rule_of_40`,
  debt: `senior_debt subordinated_debt total_debt cash_balance net_debt total_leverage senior_leverage net_leverage
    interest_rate_pct cash_interest_expense mandatory_amortization interest_coverage fixed_charge_coverage
    cumulative_debt_paydown loan_amount ltv_pct ltc_pct amortization_months annual_debt_service dscr llcr debt_yield_pct
    cash_flow_after_debt breakeven_occupancy_pct facility_amount spread_pct`,
  exit: `exit_revenue exit_ebitda exit_ebitda_margin_pct exit_multiple exit_enterprise_value exit_net_debt
    exit_equity_value sponsor_exit_proceeds exit_cap_rate_pct exit_noi selling_costs_pct gross_exit_value
    net_sale_proceeds loan_balance_at_exit`,
  valuation: `wacc_pct cost_of_equity_pct cost_of_debt_pct terminal_growth_pct terminal_value pv_of_terminal_value
    pv_of_cash_flows equity_value shares_outstanding value_per_share share_price upside_pct`,
  operations: `unit_count rentable_sf market_rent_per_unit in_place_rent_per_unit physical_occupancy_pct
    economic_occupancy_pct renovation_cost_per_unit rent_premium_per_unit walt_months in_place_rent_psf market_rent_psf
    mark_to_market_pct renewal_probability_pct downtime_months ti_psf_new leasing_commission_pct rollover_24m_pct
    largest_tenant_pct adr revpar capacity_mw tariff top_customer_pct top_10_customers_pct recurring_revenue_pct mrr arr
    beginning_arr new_arr expansion_arr contraction_arr churned_arr net_new_arr arr_growth_pct nrr_pct grr_pct
    customer_count beginning_customers new_customers lost_customers logo_churn_pct arpa sales_marketing_expense cac
    cac_payback_months ltv ltv_cac magic_number quick_ratio`,
}

const subjects = new Map(
  metricSubjects.flatMap((subject) =>
    subject === 'other' ? [] : keysBySubject[subject].split(/\s+/).map((key) => [key, subject] as const),
  ),
)

/** `other` if unknown. */
export const subjectOf = (metricKey: string): MetricSubject => subjects.get(metricKey) ?? 'other'
