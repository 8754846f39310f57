import { saidValue, table } from './wording.mjs'

const slotOf = ({ model: { grid, workbook } }, { sheet, row, column }) =>
  grid.idOf(
    workbook.sheets.findIndex(({ name }) => name === sheet),
    row,
    column,
  )

/** Simulates around the new values, with every dependent metric as an output; undefined if there is none. */
export const simulateChanges = ({ calculator, metrics, ripple, samples, seed }, engine) => {
  const { nodeAt } = calculator.model
  const cellOf = new Map(metrics.matches.map((match) => [match.metricKey, slotOf(calculator, match)]))
  const inputs = ripple.changed
    .filter(({ before, after }) => typeof before === 'number' && typeof after === 'number')
    .flatMap(({ metricKey, after }) => {
      const match = metrics.matches.find((item) => item.metricKey === metricKey)
      return engine.uncertainMetric(calculator, match, { value: after }) ?? []
    })
  const reached = new Set(calculator.coneOf(inputs.flatMap(({ cells }) => cells)))
  const isInput = (key) => inputs.some((input) => input.key === key)
  const outputs = metrics.matches
    .filter(
      ({ metricKey, unit }) => unit !== 'date' && !isInput(metricKey) && reached.has(nodeAt(cellOf.get(metricKey))),
    )
    .map(({ metricKey, scale }) => {
      return { key: metricKey, cell: cellOf.get(metricKey), scale, better: engine.kindOf(metricKey)?.better ?? null }
    })
  if (inputs.length === 0 || outputs.length === 0) return undefined
  return engine.simulate(calculator, { inputs, outputs, samples, seed })
}

/** The percentiles and mean of each metric. */
export const simulationTable = ({ samples, seed, outputs }, { kindOf }) => {
  const rows = outputs.map(({ key, summary }) => {
    const { label = key, unit } = kindOf(key) ?? {}
    const said = (value) => saidValue(value, unit)
    return [label, said(summary?.p5), said(summary?.p50), said(summary?.p95), said(summary?.mean)]
  })
  return `${samples} samples, seed ${seed}\n${table([['metric', 'P5', 'P50', 'P95', 'mean'], ...rows], [1, 2, 3, 4])}`
}
