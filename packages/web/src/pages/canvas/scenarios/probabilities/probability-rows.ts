import type { MetricUnit, SimulatedOutput, SimulatedScenario } from '@deal-canvas/contract'
import { returnRankOf } from '../../what-if/effects.ts'

/** A simulated metric in each column; undefined: the scenario is missing, failed, or the metric does not vary in it. */
export interface OutputRow {
  readonly key: string
  readonly label: string
  readonly unit: MetricUnit
  readonly outputs: readonly (SimulatedOutput | undefined)[]
  /** The ends of the scale that the columns share. */
  readonly from: number
  readonly to: number
}

const rankOf = (key: string, limited: ReadonlySet<string>): number =>
  returnRankOf(key) ?? (limited.has(key) ? 1_000 : 2_000)

/** The simulated metrics: key returns first, then those with a limit, then the others in the order of the service. */
export const outputRows = (
  columns: readonly (Pick<SimulatedScenario, 'outputs'> | undefined)[],
  limited: ReadonlySet<string>,
): OutputRow[] => {
  const first = new Map<string, SimulatedOutput>()
  for (const output of columns.flatMap((column) => column?.outputs ?? []))
    if (!first.has(output.metric_key)) first.set(output.metric_key, output)
  return [...first.values()]
    .map(({ metric_key: key, label, unit }) => {
      const outputs = columns.map((column) => column?.outputs.find((output) => output.metric_key === key))
      const ends = outputs.flatMap((output) =>
        output === undefined ? [] : [output.p10, output.p90, ...(output.value === null ? [] : [output.value])],
      )
      return { key, label, unit, outputs, from: Math.min(...ends), to: Math.max(...ends) }
    })
    .sort((a, b) => rankOf(a.key, limited) - rankOf(b.key, limited))
}
