import { naError } from '@deal-canvas/workbook-reader'
import { type ArrayValue, isArray, type Scalar } from '../value/value.ts'

/** The item at a row and column. A single row or column is broadcast; out of bounds is #N/A. */
const itemAt = (value: Scalar | ArrayValue, row: number, column: number): Scalar => {
  if (typeof value !== 'object' || value === null || !('items' in value)) return value
  const r = value.rows === 1 ? 0 : row
  const c = value.columns === 1 ? 0 : column
  return r < value.rows && c < value.columns ? (value.items[r * value.columns + c] ?? null) : naError
}

/** Fast path for two operands: SUMPRODUCT over thousands of cells spends its time here. */
const pairwise = (
  first: Scalar | ArrayValue,
  second: Scalar | ArrayValue,
  rows: number,
  columns: number,
  compute: (first: Scalar, second: Scalar) => Scalar,
): Scalar[] => {
  const items: Scalar[] = new Array(rows * columns)
  let at = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      items[at++] = compute(itemAt(first, row, column), itemAt(second, row, column))
  return items
}

/** Computes item by item if any value is an array, and once otherwise. */
export const broadcast = (
  values: readonly (Scalar | ArrayValue)[],
  compute: (...items: readonly Scalar[]) => Scalar,
): Scalar | ArrayValue => {
  const arrays = values.filter((value): value is ArrayValue => value !== null && isArray(value))
  if (arrays.length === 0) return compute(...(values as readonly Scalar[]))
  const rows = Math.max(...arrays.map((array) => array.rows))
  const columns = Math.max(...arrays.map((array) => array.columns))
  const [first = null, second = null] = values
  if (values.length === 2) return { rows, columns, items: pairwise(first, second, rows, columns, compute) }
  const items: Scalar[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      items.push(compute(...values.map((value) => itemAt(value, row, column))))
  return { rows, columns, items }
}
