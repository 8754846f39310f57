import { kindOf } from '../metrics/catalogue/catalogue.ts'

/** What metrics are called in sentences: as the catalogue has it, or as the people of the deal named them. */
export const createMetricNames = (
  matches: readonly { readonly metricKey: string; readonly name?: string }[],
): ((metricKey: string) => string) => {
  const named = new Map(matches.map(({ metricKey, name }) => [metricKey, name]))
  return (metricKey) => kindOf(metricKey)?.label ?? named.get(metricKey) ?? metricKey
}
