import { numError, valueError } from '@deal-canvas/workbook-reader'
import { determinant, identity, inverse, type Matrix, multiply } from '../numeric/matrix.ts'
import { arrayOf, isError } from '../value/value.ts'
import { finite, integer } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid } from './grid.ts'

/** An argument as a matrix of numbers only. */
export const matrix = (arg: Argument, context: CallContext): number[][] => {
  const { rows, columns, items } = grid(arg, context)
  return Array.from({ length: rows }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns).map((item) => {
      if (isError(item)) return fail(item)
      return typeof item === 'number' ? item : fail(valueError)
    }),
  )
}

const squareMatrix = (arg: Argument, context: CallContext): number[][] => {
  const square = matrix(arg, context)
  return square.length === square[0]?.length ? square : fail(valueError)
}

const finiteMatrix = (rows: Matrix): Matrix => {
  for (const row of rows) for (const item of row) finite(item)
  return rows
}

export const matrixFunctions: FunctionDefinition[] = [
  define('MMULT', 'aa', ([first, second], context) => {
    const [a, b] = [matrix(first, context), matrix(second, context)]
    return a[0]?.length === b.length ? arrayOf(finiteMatrix(multiply(a, b))) : fail(valueError)
  }),
  define('MDETERM', 'a', ([square], context) => finite(determinant(squareMatrix(square, context)))),
  define('MINVERSE', 'a', ([square], context) =>
    arrayOf(finiteMatrix(inverse(squareMatrix(square, context)) ?? fail(numError))),
  ),
  define('MUNIT', 'v', ([size]) => {
    const count = integer(size)
    return count < 1 || count > 2000 ? fail(valueError) : arrayOf(identity(count))
  }),
]
