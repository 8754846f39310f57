import type { Metric } from '@deal-canvas/contract'
import { rankInputs } from '../what-if/rank-inputs.ts'

/** The metric of a table and its two inputs, by their keys. */
export interface TableChoice {
  output: string
  rows: string
  columns: string
}

/** What a table can show: computed metrics in its cells, inputs on its axes; each with a value. */
export const tableMetrics = (metrics: Iterable<Metric>): { outputs: Metric[]; inputs: Metric[] } => {
  const all = [...metrics]
  const isComputed = ({ provenance: { origin }, value, unit }: Metric): boolean =>
    value !== null && unit !== 'date' && origin === 'computed'
  return { outputs: all.filter(isComputed), inputs: rankInputs(all, []).others }
}

/** Returns first; then leverage and coverage. A deal without them starts with its first computed metric. */
const usualOutputs = ['levered_irr_pct', 'irr_pct', 'sponsor_irr_pct', 'equity_multiple', 'moic', 'dscr', 'noi']
const usualInputs = [
  'exit_cap_rate_pct',
  'rent_growth_pct',
  'exit_multiple',
  'revenue_growth_pct',
  'interest_rate_pct',
  'purchase_price',
]

const first = (usual: readonly string[], from: readonly Metric[], not?: string): string | undefined => {
  const keys = from.map(({ metric_key }) => metric_key).filter((key) => key !== not)
  return usual.find((key) => keys.includes(key)) ?? keys[0]
}

/** The table that is shown before anyone chose one; undefined if the deal has too few metrics. */
export const usualTable = ({ outputs, inputs }: ReturnType<typeof tableMetrics>): TableChoice | undefined => {
  const output = first(usualOutputs, outputs)
  const rows = first(usualInputs, inputs)
  const columns = first(usualInputs, inputs, rows)
  return output === undefined || rows === undefined || columns === undefined ? undefined : { output, rows, columns }
}
