import type { ComparedMetric, Scenario } from '@deal-canvas/contract'
import { returnRankOf } from '../../what-if/effects.ts'
import { differs } from './marks.ts'

interface Compared {
  readonly metrics: readonly ComparedMetric[]
  /** The scenarios that are shown. */
  readonly scenarios: readonly Pick<Scenario, 'overrides'>[]
  /** Metrics with a hurdle or covenant. */
  readonly limited: ReadonlySet<string>
  /** Metrics that the user added as rows. */
  readonly added: ReadonlySet<string>
}

interface ComparisonRows {
  readonly inputs: ComparedMetric[]
  /** Key returns first, then those with a limit, then the others in the order of the service. */
  readonly outputs: ComparedMetric[]
  /** What can be added as a row. */
  readonly others: ComparedMetric[]
}

const changes = ({ values }: ComparedMetric): boolean => values.some((value) => differs(value, values[0] ?? null))

/**
 * The rows of the comparison: inputs that a scenario sets or that differ; outputs that are key returns, have a limit or
 * change.
 */
export const comparisonRows = ({ metrics, scenarios, limited, added }: Compared): ComparisonRows => {
  const set = new Set(scenarios.flatMap(({ overrides }) => overrides.map(({ metric_key: key }) => key)))
  const rankOf = ({ metric_key: key }: ComparedMetric): number =>
    added.has(key) ? Number.POSITIVE_INFINITY : (returnRankOf(key) ?? (limited.has(key) ? 1_000 : 2_000))
  const isShown = (metric: ComparedMetric): boolean => {
    const { metric_key: key, is_computed: isComputed } = metric
    if (added.has(key) || set.has(key) || changes(metric)) return true
    return isComputed && (returnRankOf(key) !== undefined || limited.has(key))
  }
  // A difference of infinities is not a number, which would end the sort early.
  const byRank = (a: ComparedMetric, b: ComparedMetric): number =>
    rankOf(a) === rankOf(b) ? 0 : rankOf(a) < rankOf(b) ? -1 : 1
  const shown = metrics.filter(isShown)
  return {
    inputs: shown.filter(({ is_computed: isComputed }) => !isComputed),
    outputs: shown.filter(({ is_computed: isComputed }) => isComputed).sort(byRank),
    others: metrics.filter((metric) => !isShown(metric)),
  }
}
