import { kindOf } from '../metrics/catalogue/catalogue.ts'

/** The names of metrics in sentences: as in the catalog, or as the deal's members named them. */
export const createMetricNames = (
  matches: readonly { readonly metricKey: string; readonly name?: string }[],
): ((metricKey: string) => string) => {
  const named = new Map(matches.map(({ metricKey, name }) => [metricKey, name]))
  return (metricKey) => kindOf(metricKey)?.label ?? named.get(metricKey) ?? metricKey
}
