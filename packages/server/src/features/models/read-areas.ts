import { shownValue } from '@deal-canvas/engine'
import type { OpenModel } from './open-models.ts'

/** Rows and columns of a sheet, both bounds inclusive. */
export interface CellArea {
  sheet: string
  from: { row: number; column: number }
  to: { row: number; column: number }
}

export interface AreaCell {
  /** As its cell shows it. */
  text: string
  /** Null: it is not a number. */
  value: number | null
  /** Whether an override changed it. */
  isChanged: boolean
}

/** The cells row by row; undefined: the workbook has no such sheet. */
export type FoundArea = AreaCell[][] | undefined

const noCell: AreaCell = { text: '', value: null, isChanged: false }

/** Reads areas of a model. `base` is the same workbook without overrides. */
export const readAreas = (model: OpenModel, base: OpenModel, areas: readonly CellArea[]): FoundArea[] => {
  const { workbook, calculator } = model
  const { grid } = calculator.model
  return areas.map(({ sheet: name, from, to }) => {
    const at = workbook.sheets.findIndex((sheet) => sheet.name === name)
    const sheet = workbook.sheets[at]
    if (sheet === undefined) return undefined
    const formats = new Map<string, string | undefined>()
    for (const { row, column, format } of sheet.cells)
      if (row >= from.row && row <= to.row && column >= from.column && column <= to.column)
        formats.set(`${row} ${column}`, format)
    const cellAt = (row: number, column: number): AreaCell => {
      const key = `${row} ${column}`
      if (!formats.has(key)) return noCell
      const value = grid.get(grid.idOf(at, row, column))
      const before = base.calculator.model.grid.get(base.calculator.model.grid.idOf(at, row, column))
      return {
        text: shownValue({ value, format: formats.get(key) }),
        value: typeof value === 'number' ? value : null,
        isChanged: typeof value === 'number' && typeof before === 'number' && !isSame(value, before),
      }
    }
    return Array.from({ length: to.row - from.row + 1 }, (_, n) =>
      Array.from({ length: to.column - from.column + 1 }, (_, m) => cellAt(from.row + n, from.column + m)),
    )
  })
}

/** Recalculated in another order, a sum can differ in its last digits. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
