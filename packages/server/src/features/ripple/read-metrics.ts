import { InvalidInput } from '../../invalid-input.ts'
import type { MetricRow } from '../metrics/index.ts'

export type MetricWithValue = MetricRow & { value: number }

export const hasValue = (row: MetricRow): row is MetricWithValue => row.value !== null

/** The metrics that have a value, for computations by the formulas of the catalog. */
export const valuesOf = (rows: readonly MetricRow[]): ReadonlyMap<string, number> =>
  new Map(rows.filter(hasValue).map(({ metricKey, value }) => [metricKey, value]))

export const refuseField = (field: string, reason: string, input: unknown): never => {
  throw new InvalidInput({ at: ['body', field], reason, input })
}
