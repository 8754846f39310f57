import type { Model } from '../calculate/model.ts'
import { formatCell } from '../cell-reference.ts'
import { shortened } from '../integrity/wording.ts'
import { labeledNumbers } from '../metrics/labeled-numbers.ts'

const maxLabelLength = 60
/** Longer ways are told without their middle. */
const maxSteps = 12
const stepsAtEnd = 5

/** What people call the cells of a workbook. */
export type CellLabels = ReturnType<typeof createCellLabels>

/** Finds what cells are called: the metric that they hold, the label beside them, or else where they are. */
export const createCellLabels = ({ workbook, grid }: Model, metricLabels: ReadonlyMap<number, string>) => {
  const bySheet = new Map<number, ReadonlyMap<number, string>>()

  /** With the current values: a formula that the file has no value for has a label all the same. */
  const read = (at: number): ReadonlyMap<number, string> => {
    const labels = new Map<number, string>()
    const sheet = workbook.sheets[at]
    if (sheet === undefined) return labels
    const cells = sheet.cells.map((cell) => ({ ...cell, value: grid.get(grid.idOf(at, cell.row, cell.column)) }))
    const lines = labeledNumbers({ ...sheet, cells })
    // What stands on the left of a number says more about it than the head of its column.
    for (const side of ['right', 'below'] as const)
      for (const line of lines)
        if (line.side === side)
          for (const { row, column } of line.cells) {
            const id = grid.idOf(at, row, column)
            const label = shortened(line.label.replaceAll(/\s+/g, ' ').trim(), maxLabelLength)
            if (!labels.has(id) && label !== '') labels.set(id, label)
          }
    return labels
  }
  const inSheet = (at: number): ReadonlyMap<number, string> => {
    const before = bySheet.get(at)
    if (before !== undefined) return before
    const labels = read(at)
    bySheet.set(at, labels)
    return labels
  }
  const nameOf = (id: number): string => {
    const { sheet, row, column } = grid.placeOf(id)
    return `${workbook.sheets[sheet]?.name ?? ''}!${formatCell({ row, column })}`
  }
  const written = (id: number): string | undefined => inSheet(grid.placeOf(id).sheet).get(id)
  const labelOf = (id: number): string => metricLabels.get(id) ?? written(id) ?? nameOf(id)

  return {
    nameOf,
    /** How much a cell's name says: a metric most, a label more than a mere place. */
    rankOf: (id: number): number => (metricLabels.has(id) ? 0 : written(id) === undefined ? 2 : 1),
    /** A way through cells; a row that is passed from month to month is one step, and a long way has no middle. */
    inLabels: (ids: readonly number[]): string[] => {
      const steps = ids.map(labelOf).filter((label, n, all) => n === 0 || label !== all[n - 1])
      if (steps.length <= maxSteps) return steps
      const left = maxSteps - stepsAtEnd - 1
      const between = steps.length - left - stepsAtEnd
      return [...steps.slice(0, left), `… ${between} more steps …`, ...steps.slice(-stepsAtEnd)]
    },
  }
}
