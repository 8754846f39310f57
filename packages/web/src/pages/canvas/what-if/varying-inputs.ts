import type { Metric } from '@deal-canvas/contract'

const most = 5

/** Inputs that can vary along with the one asked about. */
export const canVary = (metrics: Iterable<Metric>, without: string): Metric[] =>
  [...metrics].filter(
    ({ metric_key: key, kind, value, unit }) =>
      key !== without && kind === 'input' && value !== null && value !== 0 && unit !== 'date',
  )

/** Those that vary unless said otherwise: rates of which it is known which way is better are what nobody is sure of. */
export const usuallyVarying = (metrics: Iterable<Metric>, without: string): string[] =>
  canVary(metrics, without)
    .filter(({ unit, better }) => unit === 'percentage_points' && better !== null)
    .slice(0, most)
    .map(({ metric_key: key }) => key)
