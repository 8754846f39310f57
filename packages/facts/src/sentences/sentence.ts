import type { MetricUnit } from '@deal-canvas/contract'
import type { MetricDomain } from '@deal-canvas/engine'
import type { Mention, Named } from '../mentions.ts'
import type { NamedPeriod } from '../periods.ts'
import type { Measure, Quantity } from '../quantity.ts'
import type { Token } from '../tokens.ts'

export interface Sentence {
  readonly tokens: readonly Token[]
  readonly quantities: readonly Quantity[]
  readonly mentions: readonly Mention[]
  readonly periods: readonly NamedPeriod[]
  readonly domain: MetricDomain | undefined
}

/** A link from a number to a name, with how sure it is. */
export interface Link {
  readonly quantity: number
  readonly mention: Mention
  readonly named: Named
  readonly score: number
  readonly distance: number
}

export const isInPeriod = (periods: readonly NamedPeriod[], at: number): boolean =>
  periods.some(({ first, next }) => at >= first && at < next)

const measured: Readonly<Record<Measure, readonly MetricUnit[]>> = {
  currency: ['currency'],
  percent: ['percentage_points'],
  multiple: ['multiple_x', 'ratio'],
  area: ['square_feet'],
  duration: ['months'],
  plain: [],
  year: [],
  date: [],
}

export const fits = ({ measure, value, hasDecimals }: Quantity, { unit, key, term }: Named): boolean => {
  if (measured[measure].includes(unit)) return true
  if (term === 'origination fee' && measure === 'currency') return false
  if (measure !== 'plain') return false
  // "a 5.3 cap", "DSCR of 1.25", "a loan of 24,500,000"
  if (key === 'going_in_cap_rate_pct' || key === 'exit_cap_rate_pct') return hasDecimals && value >= 2 && value <= 15
  if (unit === 'multiple_x' || unit === 'ratio') return hasDecimals && value < 30
  if (unit === 'square_feet') return Number.isInteger(value) && value >= 1_000
  if (unit === 'count') return Number.isInteger(value)
  return unit === 'currency' && value >= 10_000
}
