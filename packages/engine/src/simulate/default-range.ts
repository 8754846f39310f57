import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'

/** The default range of an uncertain metric in either direction: in its own unit, or as a share of its value. */
export type Reach = { readonly width: number } | { readonly share: number }

/** Prices, agreed terms and facts. They are known, so they vary only if a change of them is itself the question. */
const fixed = new Set([
  'amortization_months',
  'beginning_arr',
  'beginning_customers',
  'closing_costs',
  'enterprise_value',
  'entry_multiple',
  'financing_fees',
  'investment_amount',
  'loan_amount',
  'management_rollover',
  'mandatory_amortization',
  'pre_money_valuation',
  'preferred_return_pct',
  'promote_pct',
  'purchase_price',
  'rentable_sf',
  'round_size',
  'senior_debt',
  'subordinated_debt',
  'tax_rate_pct',
  'transaction_fees',
  'unit_count',
])

const width = (points: number): Reach => ({ width: points })
const share = (part: number): Reach => ({ share: part })

/** The first matching pattern decides; basis points are hundredths of a percentage point. */
const byKey: readonly (readonly [RegExp, Reach])[] = [
  [/^exit_cap_rate_pct$/, width(0.75)],
  [/_cap_rate_pct$/, width(0.5)],
  [/_growth_pct$/, width(1)],
  [/^interest_rate_pct$/, width(0.5)],
  [/occupancy_pct$/, width(3)],
  [/_margin_pct$/, width(2)],
  [/_irr_pct$/, width(2)],
  [/^exit_multiple$/, width(1)],
  [/^hold_period_months$/, width(12)],
  [/rent(?:_|$)/, share(0.05)],
  [/^(?:capex|leasing_costs|renovation_.*|ti_psf_new)$/, share(0.1)],
]

const byUnit: Readonly<Record<MetricUnit, Reach>> = {
  currency: share(0.05),
  percentage_points: width(1),
  multiple_x: share(0.1),
  ratio: share(0.1),
  count: share(0.05),
  square_feet: share(0.05),
  months: share(0.1),
  date: width(0),
}

/** Shares of a whole, such as the probability of a renewal, are less certain than rates. */
const ofAWhole = (key: string): boolean => {
  const range = kindOf(key)?.range
  return range?.[0] === 0 && range[1] === 100
}

/** The range of a metric by its kind of number. A changed metric (`isAsked`) always varies. */
export const defaultReach = (key: string, unit: MetricUnit, { isAsked }: { isAsked: boolean }): Reach => {
  if (fixed.has(key) && !isAsked) return width(0)
  const named = byKey.find(([pattern]) => pattern.test(key))?.[1]
  if (named !== undefined) return named
  return unit === 'percentage_points' && ofAWhole(key) ? width(5) : byUnit[unit]
}

/** Whether numbers of this unit are whole. */
export const isCounted = (unit: MetricUnit): boolean => unit === 'count' || unit === 'months' || unit === 'square_feet'
