import type { RankCorrelation } from './request.ts'

/**
 * Inputs that usually go together, by rank: dearer debt comes with higher exit cap rates, and rents that grow faster
 * with higher occupancy and faster growing expenses. Weak enough that any of them are possible together.
 */
const usual: readonly RankCorrelation[] = [
  { one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: 0.4 },
  { one: 'exit_cap_rate_pct', other: 'rent_growth_pct', correlation: -0.3 },
  { one: 'rent_growth_pct', other: 'expense_growth_pct', correlation: 0.4 },
  { one: 'rent_growth_pct', other: 'physical_occupancy_pct', correlation: 0.3 },
  { one: 'rent_growth_pct', other: 'economic_occupancy_pct', correlation: 0.3 },
  { one: 'physical_occupancy_pct', other: 'economic_occupancy_pct', correlation: 0.7 },
  { one: 'revenue_growth_pct', other: 'exit_multiple', correlation: 0.3 },
  { one: 'revenue_growth_pct', other: 'ebitda_margin_pct', correlation: 0.2 },
  { one: 'interest_rate_pct', other: 'exit_multiple', correlation: -0.2 },
  { one: 'arr_growth_pct', other: 'logo_churn_pct', correlation: -0.3 },
  { one: 'arr_growth_pct', other: 'valuation_arr_multiple', correlation: 0.3 },
]

/** The usual correlations among some inputs. */
export const defaultCorrelations = (keys: Iterable<string>): RankCorrelation[] => {
  const varying = new Set(keys)
  return usual.filter(({ one, other }) => varying.has(one) && varying.has(other))
}
