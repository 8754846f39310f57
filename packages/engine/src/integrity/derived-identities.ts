import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { gravityOf } from './metric-differences.ts'
import { areaOfPlace } from './rectangles.ts'
import { surestByKey } from './sure-metrics.ts'
import { saidMetric, saidNumber } from './wording.ts'

type Formula = (...inputs: number[]) => number
const share: Formula = (part = 0, whole = 0) => (part / whole) * 100
const ratio: Formula = (one = 0, other = 0) => one / other
const difference: Formula = (one = 0, other = 0) => one - other
const sum: Formula = (...parts) => parts.reduce((total, part) => total + part, 0)

/** Metrics that are made of others whichever way a model is built. */
const identities: readonly (readonly [key: string, inputs: readonly string[], formula: Formula])[] = [
  ['gross_profit', ['revenue', 'cogs'], (revenue = 0, cogs = 0) => revenue - Math.abs(cogs)],
  ['gross_margin_pct', ['gross_profit', 'revenue'], share],
  ['ebitda_margin_pct', ['adjusted_ebitda', 'revenue'], share],
  ['enterprise_value', ['entry_multiple', 'adjusted_ebitda'], (multiple = 0, ebitda = 0) => multiple * ebitda],
  ['ev_revenue_multiple', ['enterprise_value', 'revenue'], ratio],
  ['net_debt', ['total_debt', 'cash_balance'], difference],
  ['total_leverage', ['total_debt', 'adjusted_ebitda'], ratio],
  ['senior_leverage', ['senior_debt', 'adjusted_ebitda'], ratio],
  ['net_leverage', ['net_debt', 'adjusted_ebitda'], ratio],
  ['exit_enterprise_value', ['exit_multiple', 'exit_ebitda'], (multiple = 0, ebitda = 0) => multiple * ebitda],
  ['moic', ['sponsor_exit_proceeds', 'sponsor_equity'], (proceeds = 0, equity = 0) => proceeds / Math.abs(equity)],
  ['arr', ['mrr'], (mrr = 0) => mrr * 12],
  ['arr_growth_pct', ['net_new_arr', 'beginning_arr'], share],
  ['ltv_cac', ['ltv', 'cac'], ratio],
  ['post_money_valuation', ['pre_money_valuation', 'round_size'], sum],
  ['ownership_pct', ['investment_amount', 'post_money_valuation'], share],
  ['valuation_arr_multiple', ['post_money_valuation', 'arr'], ratio],
  ['price_per_unit', ['purchase_price', 'unit_count'], ratio],
  ['price_per_sf', ['purchase_price', 'rentable_sf'], ratio],
  [
    'noi',
    ['effective_gross_income', 'total_operating_expenses'],
    (income = 0, expenses = 0) => income - Math.abs(expenses),
  ],
  [
    'expense_ratio_pct',
    ['total_operating_expenses', 'effective_gross_income'],
    (expenses = 0, income = 0) => (Math.abs(expenses) / income) * 100,
  ],
  ['going_in_cap_rate_pct', ['noi', 'purchase_price'], share],
  ['yield_on_cost_pct', ['stabilized_noi', 'total_project_cost'], share],
  ['ltv_pct', ['loan_amount', 'purchase_price'], share],
  ['ltc_pct', ['loan_amount', 'total_project_cost'], share],
  ['dscr', ['noi', 'annual_debt_service'], (noi = 0, service = 0) => noi / Math.abs(service)],
  ['debt_yield_pct', ['noi', 'loan_amount'], share],
]

/** Metrics that differ from what the metrics they are made of give. */
export const derivedIdentities: Check = ({ metrics }) => {
  const known = surestByKey(metrics)
  const judged = identities.flatMap(([key, inputs, formula]) => {
    const stated = known.get(key)
    const found = inputs.flatMap((input) => known.get(input) ?? [])
    if (stated === undefined || found.length < inputs.length) return []
    const value = formula(...found.map((input) => input.value))
    return Number.isFinite(value) ? [{ stated, inputs, value }] : []
  })
  if (judged.length === 0) return undefined
  return judged.flatMap(({ stated, inputs, value }): Slip[] => {
    const gravity = gravityOf(stated.metricKey, stated.value, value)
    if (gravity === undefined) return []
    return [
      {
        check: 'derived_identity_broken',
        // Inputs may be of another period: a difference alone is never critical.
        severity: gravity === 'critical' ? 'high' : gravity,
        message: `The ${saidMetric(stated.metricKey)} is ${saidNumber(stated.value)}, but ${inputs.map(saidMetric).join(' and ')} give ${saidNumber(value)}.`,
        areas: [areaOfPlace(stated)],
      },
    ]
  })
}
