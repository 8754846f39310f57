import { naError } from '@deal-canvas/workbook-reader'
import { type ArrayValue, isArray, type Scalar } from '../value/value.ts'
import type { Grid } from './grid.ts'
import type { FormulaCell } from './model.ts'

/** Stores a formula's value in its cell, or in all cells that an array formula fills. */
export const storeResult = (grid: Grid, { id, array }: FormulaCell, value: Scalar | ArrayValue): void => {
  if (array === undefined || value === null || !isArray(value)) {
    grid.put(id, value !== null && isArray(value) ? (value.items[0] ?? null) : value)
    return
  }
  const { sheet, top, left, bottom, right } = array.area
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      // A single row or column is repeated, as in Excel; cells beyond the array stay empty.
      const r = value.rows === 1 ? 0 : row - top
      const c = value.columns === 1 ? 0 : column - left
      const inside = r < value.rows && c < value.columns
      const item = inside ? (value.items[r * value.columns + c] ?? null) : array.dynamic ? null : naError
      grid.put(grid.idOf(sheet, row, column), item)
    }
  }
}
