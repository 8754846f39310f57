import type { Metric } from '@deal-canvas/contract'

const most = 5

/** Inputs that can vary in addition to the metric itself. */
export const canVary = (metrics: Iterable<Metric>, without: string): Metric[] =>
  [...metrics].filter(
    ({ metric_key: key, kind, value, unit }) =>
      key !== without && kind === 'input' && value !== null && value !== 0 && unit !== 'date',
  )

/** Inputs that vary by default: rates with a known better direction, which are the most uncertain assumptions. */
export const usuallyVarying = (metrics: Iterable<Metric>, without: string): string[] =>
  canVary(metrics, without)
    .filter(({ unit, better }) => unit === 'percentage_points' && better !== null)
    .slice(0, most)
    .map(({ metric_key: key }) => key)
