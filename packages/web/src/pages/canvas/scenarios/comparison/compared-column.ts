import type { Scenario, ThresholdResult } from '@deal-canvas/contract'
import type { Comparison } from '../../../../deal-data/scenarios-query.ts'

/** A scenario and its place in the comparison. */
export interface ComparedColumn {
  readonly scenario: Scenario
  /** The index of its values; undefined: it is still being computed. */
  readonly at: number | undefined
  readonly results: readonly ThresholdResult[]
  /** Why it could not be computed; null: it could. */
  readonly error: string | null
}

/** The shown scenarios with their results, which arrive later than a new scenario. */
export const comparedColumns = (
  shown: readonly Scenario[],
  comparison: Pick<Comparison, 'scenarios'> | undefined,
): ComparedColumn[] =>
  shown.map((scenario) => {
    const at = comparison?.scenarios.findIndex(({ id }) => id === scenario.id) ?? -1
    const found = comparison?.scenarios[at]
    return {
      scenario,
      at: found === undefined ? undefined : at,
      results: found?.thresholds ?? [],
      error: found?.error ?? null,
    }
  })

/** The values of a metric in each column; null: none, or still being computed. */
export const valuesIn = (
  columns: readonly ComparedColumn[],
  { values }: { readonly values: readonly (number | null)[] },
): (number | null)[] => columns.map(({ at }) => (at === undefined ? null : (values[at] ?? null)))
