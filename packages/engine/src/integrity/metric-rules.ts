import { kindOf } from '../metrics/catalogue/catalogue.ts'

/**
 * Metrics that are never negative. Fewer than those that the catalog calls positive: many models show costs, debts and
 * losses as negative numbers.
 */
const neverNegative: ReadonlySet<string> = new Set([
  'revenue',
  'top_customer_pct',
  'top_10_customers_pct',
  'recurring_revenue_pct',
  'hold_period_months',
  'entry_multiple',
  'enterprise_value',
  'ev_revenue_multiple',
  'cash_balance',
  'management_rollover',
  'total_uses',
  'total_sources',
  'equity_contribution_pct',
  'exit_revenue',
  'exit_multiple',
  'sponsor_ownership_pct',
  'moic',
  'preferred_return_pct',
  'promote_pct',
  'mrr',
  'arr',
  'beginning_arr',
  'new_arr',
  'expansion_arr',
  'nrr_pct',
  'grr_pct',
  'customer_count',
  'beginning_customers',
  'new_customers',
  'arpa',
  'pre_money_valuation',
  'round_size',
  'post_money_valuation',
  'ownership_pct',
  'valuation_arr_multiple',
  'unit_count',
  'rentable_sf',
  'purchase_price',
  'price_per_unit',
  'price_per_sf',
  'market_rent_per_unit',
  'in_place_rent_per_unit',
  'gross_potential_rent',
  'other_income',
  'effective_gross_income',
  'physical_occupancy_pct',
  'economic_occupancy_pct',
  'going_in_cap_rate_pct',
  'stabilized_noi',
  'exit_cap_rate_pct',
  'exit_noi',
  'gross_exit_value',
  'net_sale_proceeds',
  'ltc_pct',
  'dscr',
  'rent_premium_per_unit',
  'renovation_roi_pct',
  'walt_months',
  'in_place_rent_psf',
  'market_rent_psf',
  'renewal_probability_pct',
  'downtime_months',
  'ti_psf_new',
  'leasing_commission_pct',
  'rollover_24m_pct',
  'largest_tenant_pct',
])

export const isNeverNegative = (key: string): boolean => neverNegative.has(key)

/**
 * Overrides of the catalog's ranges. Nobody lends at a DSCR below 0.5x, and no deal is done for negative equity value;
 * with high inflation, interest exceeds what the catalog expects.
 */
const judgedBy: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['dscr', [0.5, 5]],
  ['tax_rate_pct', [0, 60]],
  ['interest_rate_pct', [0, 40]],
  ['equity_value', [0, Number.POSITIVE_INFINITY]],
])

/** An amount of money has no upper bound: one billion is large in dollars and small in rupiah. */
const unbounded = 1e9

/** The plausible minimum and maximum; undefined if anything is plausible. */
export const rangeOf = (key: string): readonly [number, number] | undefined => {
  const kind = kindOf(key)
  const [min, max] = judgedBy.get(key) ?? kind?.range ?? []
  if (min === undefined || max === undefined) return undefined
  return kind?.unit === 'currency' && max >= unbounded ? [min, Number.POSITIVE_INFINITY] : [min, max]
}

export const isHeadline = (key: string): boolean => kindOf(key)?.core === true
