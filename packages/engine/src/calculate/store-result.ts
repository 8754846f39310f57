import { naError } from '../value/error-value.ts'
import { type ArrayValue, isArray, type Scalar } from '../value/value.ts'
import type { Grid } from './grid.ts'
import type { FormulaCell } from './model.ts'

/** Puts what a formula is worth into its cell, or into all cells that an array formula fills. */
export const storeResult = (grid: Grid, { id, array }: FormulaCell, value: Scalar | ArrayValue): void => {
  if (array === undefined || value === null || !isArray(value)) {
    grid.put(id, value !== null && isArray(value) ? (value.items[0] ?? null) : value)
    return
  }
  const { sheet, top, left, bottom, right } = array.area
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      // A single row or column fills all others, as in Excel; beyond the end there is nothing to fill in.
      const r = value.rows === 1 ? 0 : row - top
      const c = value.columns === 1 ? 0 : column - left
      const inside = r < value.rows && c < value.columns
      const item = inside ? (value.items[r * value.columns + c] ?? null) : array.dynamic ? null : naError
      grid.put(grid.idOf(sheet, row, column), item)
    }
  }
}
