import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricDomain } from '../metrics/catalogue/metric-kind.ts'
import { rippleByCatalogue } from '../ripple/ripple-by-catalogue.ts'
import type { MetricFunction } from './goal-seek.ts'

/** How a metric follows from an input by the formulas of the catalog, for a deal without formulas of its own. */
export const catalogueFunction = (
  values: ReadonlyMap<string, number>,
  { input, metricKey }: { input: string; metricKey: string },
  domain: MetricDomain | undefined,
): MetricFunction | undefined => {
  const start = values.get(input)
  const metric = values.get(metricKey)
  if (start === undefined || metric === undefined) return undefined
  return {
    start,
    unit: kindOf(input)?.unit ?? 'ratio',
    cost: 1_000,
    valueAt: (value) => {
      const { impacts } = rippleByCatalogue(values, [{ metricKey: input, value }], domain)
      const moved = impacts.find((impact) => impact.metricKey === metricKey)
      if (moved === undefined) return metric
      return typeof moved.after === 'number' ? moved.after : null
    },
  }
}
