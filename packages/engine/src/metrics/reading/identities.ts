import { citedIn, evaluate, type Formula, readFormula } from '../formula.ts'

/** A number that follows from others in every model that has them all. */
export interface Identity {
  readonly key: string
  readonly formula: Formula
  readonly cited: readonly string[]
}

const written: readonly (readonly [key: string, formula: string])[] = [
  ['gross_profit', 'revenue - cogs'],
  ['gross_margin_pct', 'gross_profit / revenue * 100'],
  ['reported_ebitda', 'gross_profit - sga_expense'],
  ['ebitda_margin_pct', 'reported_ebitda / revenue * 100'],
  ['ebitda_margin_pct', 'adjusted_ebitda / revenue * 100'],
  ['ebit', 'reported_ebitda - depreciation_amortization'],
  ['ebit', 'adjusted_ebitda - depreciation_amortization'],
  ['adjusted_ebitda', 'reported_ebitda + ebitda_adjustments'],
  ['enterprise_value', 'entry_multiple * reported_ebitda'],
  ['enterprise_value', 'entry_multiple * adjusted_ebitda'],
  ['enterprise_value', 'ev_revenue_multiple * revenue'],
  ['net_debt', 'total_debt - cash_balance'],
  ['total_debt', 'senior_debt + subordinated_debt'],
  ['total_sources', 'total_uses * 1'],
  ['sponsor_equity', 'total_uses - total_debt'],
  ['sponsor_equity', 'total_uses - total_debt - management_rollover'],
  ['equity_contribution_pct', 'sponsor_equity / total_uses * 100'],
  ['total_leverage', 'total_debt / reported_ebitda'],
  ['total_leverage', 'total_debt / adjusted_ebitda'],
  ['senior_leverage', 'senior_debt / reported_ebitda'],
  ['net_leverage', 'net_debt / reported_ebitda'],
  ['interest_coverage', 'reported_ebitda / cash_interest_expense'],
  ['interest_coverage', 'ebit / cash_interest_expense'],
  ['cash_interest_expense', 'total_debt * interest_rate_pct / 100'],
  ['exit_enterprise_value', 'exit_multiple * exit_ebitda'],
  ['exit_equity_value', 'exit_enterprise_value - exit_net_debt'],
  ['moic', 'exit_equity_value / sponsor_equity'],
  ['moic', 'sponsor_exit_proceeds / sponsor_equity'],
  ['gross_irr_pct', '(moic ** (12 / hold_period_months) - 1) * 100'],
  ['noi', 'effective_gross_income - total_operating_expenses'],
  ['going_in_cap_rate_pct', 'noi / purchase_price * 100'],
  ['price_per_unit', 'purchase_price / unit_count'],
  ['price_per_sf', 'purchase_price / rentable_sf'],
  ['ltv_pct', 'loan_amount / purchase_price * 100'],
  ['ltc_pct', 'loan_amount / total_project_cost * 100'],
  ['dscr', 'noi / annual_debt_service'],
  ['dscr', 'stabilized_noi / annual_debt_service'],
  ['debt_yield_pct', 'noi / loan_amount * 100'],
  ['annual_debt_service', 'debt_service(loan_amount, interest_rate_pct, amortization_months)'],
  ['annual_debt_service', 'loan_amount * interest_rate_pct / 100'],
  ['equity_invested', 'total_project_cost - loan_amount'],
  ['equity_invested', 'purchase_price + closing_costs - loan_amount'],
  ['equity_invested', 'purchase_price - loan_amount'],
  ['cash_flow_after_debt', 'noi - annual_debt_service'],
  ['cash_on_cash_pct', 'cash_flow_after_debt / equity_invested * 100'],
  ['gross_exit_value', 'exit_noi / exit_cap_rate_pct * 100'],
  ['gross_exit_value', 'noi / exit_cap_rate_pct * 100'],
  ['yield_on_cost_pct', 'stabilized_noi / total_project_cost * 100'],
  ['yield_on_cost_pct', 'noi / total_project_cost * 100'],
  ['arr', 'mrr * 12'],
  ['arpa', 'mrr / customer_count'],
  ['ltv_cac', 'ltv / cac'],
  ['cac', 'sales_marketing_expense / new_customers'],
  ['rule_of_40', 'revenue_growth_pct + ebitda_margin_pct'],
  ['post_money_valuation', 'pre_money_valuation + round_size'],
]

export const identities: readonly Identity[] = written.map(([key, text]) => {
  const formula = readFormula(text)
  return { key, formula, cited: citedIn(formula) }
})

/** Rounded numbers on a sheet differ by less than this. */
const tolerance = 5e-4

/** Whether the number follows from the others. */
export const holds = ({ formula }: Identity, value: number, known: (key: string) => number | undefined): boolean => {
  const result = evaluate(formula, known)
  return result !== undefined && value !== 0 && Math.abs(result - value) <= Math.abs(value) * tolerance
}
