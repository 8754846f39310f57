import type { MetricUnit, PortfolioMetric, PortfolioTotal, PortfolioValue } from '@deal-canvas/contract'

type AddsUp = PortfolioMetric['adds_up']

/** What can be said about several values of a unit. A sum of rates, multiples or dates has no meaning. */
const byUnit: Readonly<Record<MetricUnit, AddsUp>> = {
  currency: 'sum',
  count: 'sum',
  square_feet: 'sum',
  percentage_points: 'average',
  multiple_x: 'average',
  ratio: 'average',
  months: 'average',
  date: null,
}

/** Amounts per something are money, but two of them have no sum. */
const perUnit = /(?:^|_)(?:per|psf|arpa|cac|ltv|eps|price_per|tariff)(?:_|$)|^(?:share_price|value_per_share)$/

export const addsUp = (metricKey: string, unit: MetricUnit): AddsUp =>
  byUnit[unit] === 'sum' && perUnit.test(metricKey) ? 'average' : byUnit[unit]

interface ValuesOfDeal {
  currency: string
  values: readonly PortfolioValue[]
}

interface Group extends Pick<PortfolioTotal, 'metric_key' | 'unit' | 'currency'> {
  counted: number[]
  leftOut: number
}

/**
 * Totals per metric, unit and currency: amounts of different currencies are never added, and neither are values that
 * nobody has confirmed and that were not read with high confidence.
 */
export const totalValues = (metricKeys: readonly string[], deals: readonly ValuesOfDeal[]): PortfolioTotal[] => {
  const groups = new Map<string, Group>()
  for (const { currency: ofDeal, values } of deals)
    for (const { metric_key, unit, value, confirmation } of values) {
      if (addsUp(metric_key, unit) === null) continue
      const currency = unit === 'currency' ? ofDeal : null
      const key = [metric_key, unit, currency].join(' ')
      const group = groups.get(key) ?? { metric_key, unit, currency, counted: [], leftOut: 0 }
      groups.set(key, group)
      if (confirmation === 'unconfirmed') group.leftOut += 1
      else group.counted.push(value)
    }
  return [...groups.values()]
    .filter(({ counted }) => counted.length > 0)
    .sort((a, b) => metricKeys.indexOf(a.metric_key) - metricKeys.indexOf(b.metric_key))
    .map(({ metric_key, unit, currency, counted, leftOut }) => {
      const sum = counted.reduce((total, value) => total + value, 0)
      return {
        metric_key,
        unit,
        currency,
        sum: addsUp(metric_key, unit) === 'sum' ? sum : null,
        average: sum / counted.length,
        counted: counted.length,
        left_out: leftOut,
      }
    })
}
