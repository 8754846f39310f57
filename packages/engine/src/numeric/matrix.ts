/** Matrices as lists of rows. */
export type Matrix = readonly (readonly number[])[]

export const identity = (size: number): number[][] =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)))

export const multiply = (a: Matrix, b: Matrix): number[][] => {
  const columns = b[0]?.length ?? 0
  return a.map((row) => {
    const product = new Array<number>(columns).fill(0)
    row.forEach((factor, n) => {
      const along = b[n] ?? []
      for (let column = 0; column < columns; column++)
        product[column] = (product[column] ?? 0) + factor * (along[column] ?? 0)
    })
    return product
  })
}

interface Elimination {
  readonly determinant: number
  readonly right: number[][]
}

/** Gauss-Jordan elimination with pivoting; the right-hand side is transformed along. */
const eliminate = (square: Matrix, beside: Matrix): Elimination => {
  const left = square.map((row) => [...row])
  const right = beside.map((row) => [...row])
  const size = left.length
  let determinant = 1
  for (let n = 0; n < size; n++) {
    let pivot = n
    for (let row = n + 1; row < size; row++) {
      if (Math.abs(left[row]?.[n] ?? 0) > Math.abs(left[pivot]?.[n] ?? 0)) pivot = row
    }
    if (pivot !== n) {
      swap(left, n, pivot)
      swap(right, n, pivot)
      determinant = -determinant
    }
    const top = left[n] as number[]
    const head = top[n] as number
    determinant *= head
    if (head === 0) return { determinant: 0, right }
    for (let row = n + 1; row < size; row++) {
      const factor = ((left[row] as number[])[n] as number) / head
      if (factor === 0) continue
      subtract(left[row] as number[], top, factor)
      subtract(right[row] as number[], right[n] as number[], factor)
    }
  }
  return { determinant, right: substituteBack(left, right) }
}

const swap = (rows: number[][], a: number, b: number): void => {
  const kept = rows[a] as number[]
  rows[a] = rows[b] as number[]
  rows[b] = kept
}

const subtract = (row: number[], other: readonly number[], factor: number): void => {
  for (let n = 0; n < row.length; n++) row[n] = (row[n] as number) - factor * (other[n] as number)
}

const substituteBack = (upper: Matrix, right: number[][]): number[][] => {
  for (let n = upper.length - 1; n >= 0; n--) {
    const line = upper[n] as readonly number[]
    const result = right[n] as number[]
    for (let k = n + 1; k < upper.length; k++) subtract(result, right[k] as number[], line[k] as number)
    for (let k = 0; k < result.length; k++) result[k] = (result[k] as number) / (line[n] as number)
  }
  return right
}

export const determinant = (square: Matrix): number =>
  eliminate(
    square,
    square.map(() => []),
  ).determinant

/** The inverse matrix; undefined if there is none. */
export const inverse = (square: Matrix): number[][] | undefined => {
  const { determinant, right } = eliminate(square, identity(square.length))
  return determinant === 0 ? undefined : right
}
