import type { Calculator } from '../compile/calculator.ts'
import type { MetricMatch } from '../metrics/map-metrics.ts'
import { cellValueOf, metricValueOf } from '../ripple/cell-value.ts'
import { type MappedCell, mappedCells } from '../ripple/mapped-cells.ts'
import { takeSnapshot } from '../ripple/snapshot.ts'
import { costOfRun } from '../simulate/run-cost.ts'
import type { MetricFunction } from './goal-seek.ts'

const numberIn = (calculator: Calculator, cell: MappedCell): number | null => {
  const value = metricValueOf(calculator.model.grid.get(cell.id), cell)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Evaluates a workbook while one of its inputs takes values, and restores every cell afterwards. */
export const whileVarying = <Result>(
  calculator: Calculator,
  matches: readonly MetricMatch[],
  { input, metricKey }: { input: string; metricKey: string },
  look: (metric: MetricFunction) => Result,
): Result | undefined => {
  const cells = mappedCells(calculator.model, matches)
  const [inputCell, metricCell] = [input, metricKey].map((key) => cells.find((cell) => cell.metricKey === key))
  if (inputCell === undefined || metricCell === undefined) return undefined
  const start = numberIn(calculator, inputCell)
  if (start === null) return undefined
  const snapshot = takeSnapshot(calculator.model.grid)
  try {
    return look({
      start,
      unit: inputCell.unit,
      cost: costOfRun(calculator, [inputCell.id], [metricCell.id]),
      valueAt: (value) => {
        // From the same cells each time: circular references start from their current values.
        snapshot.restore()
        const held = value === start ? snapshot.valueOf(inputCell.id) : cellValueOf(value, inputCell)
        if (held === undefined) return null
        calculator.set([{ id: inputCell.id, value: held }], { only: [metricCell.id] })
        return numberIn(calculator, metricCell)
      },
    })
  } finally {
    // Dynamic references such as OFFSET return to the old cells only when they are recomputed.
    calculator.set([{ id: inputCell.id, value: snapshot.valueOf(inputCell.id) }])
    snapshot.restore()
  }
}
