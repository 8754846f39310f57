import { formatCell } from '@deal-canvas/workbook-reader'
import type { Model } from '../calculate/model.ts'
import { shortened } from '../integrity/wording.ts'
import { labeledNumbers } from '../metrics/labeled-numbers.ts'

const maxLabelLength = 60
/** Longer paths are shortened in the middle. */
const maxSteps = 12
const stepsAtEnd = 5

/** The labels of a workbook's cells. */
export type CellLabels = ReturnType<typeof createCellLabels>

/** Finds the label of a cell: its metric, the label next to it, or otherwise its address. */
export const createCellLabels = ({ workbook, grid }: Model, metricLabels: ReadonlyMap<number, string>) => {
  const bySheet = new Map<number, ReadonlyMap<number, string>>()

  /** With the current values: a formula without a cached value has a label all the same. */
  const read = (at: number): ReadonlyMap<number, string> => {
    const labels = new Map<number, string>()
    const sheet = workbook.sheets[at]
    if (sheet === undefined) return labels
    const cells = sheet.cells.map((cell) => ({ ...cell, value: grid.get(grid.idOf(at, cell.row, cell.column)) }))
    const lines = labeledNumbers({ ...sheet, cells })
    // The text to the left of a number describes it better than the head of its column.
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
    /** How descriptive a cell's name is: a metric most, a label more than an address. */
    rankOf: (id: number): number => (metricLabels.has(id) ? 0 : written(id) === undefined ? 2 : 1),
    /**
     * A path through cells; a row passed from month to month is one step, and a long path is shortened in the middle.
     */
    inLabels: (ids: readonly number[]): string[] => {
      const steps = ids.map(labelOf).filter((label, n, all) => n === 0 || label !== all[n - 1])
      if (steps.length <= maxSteps) return steps
      const left = maxSteps - stepsAtEnd - 1
      const between = steps.length - left - stepsAtEnd
      return [...steps.slice(0, left), `… ${between} more steps …`, ...steps.slice(-stepsAtEnd)]
    },
  }
}
