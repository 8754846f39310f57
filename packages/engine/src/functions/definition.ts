import type { ErrorValue } from '../value/error-value.ts'
import type { Area, ArrayValue, Reference, Scalar, Value } from '../value/value.ts'

/** What a function may ask of the workbook around it. */
export interface CallContext {
  /** The cell whose formula is computed. */
  readonly sheet: number
  readonly row: number
  readonly column: number
  readonly sheets: readonly string[]
  readonly date1904: boolean
  /** The moment that NOW and TODAY tell, as a number of days. */
  readonly moment: number
  /** The next of the workbook's own random numbers: at least 0, less than 1. */
  random(): number
  /** One cell of a sheet. */
  cell(sheet: number, row: number, column: number): Scalar
  /** The part of a rectangle in which there is something at all; undefined: there is nothing. */
  used(area: Area): Area | undefined
  /** The cells of a rectangle as an array; what lies beyond the used cells is left out at the bottom and the right. */
  read(area: Area): ArrayValue
  /** Whether a cell holds a formula, and its text. */
  formula(sheet: number, row: number, column: number): string | undefined
  /** The cells that a formula text refers to, as for INDIRECT; undefined: none. */
  resolve(text: string): Reference | undefined
  /** Whether a row is hidden. */
  isHidden(sheet: number, row: number): boolean
  /** Whether a row was left out by a filter: no subtotal counts it. */
  isFiltered?(sheet: number, row: number): boolean
}

/** What a function gets: undefined where an argument was left out. */
export type Argument = Value | undefined

/**
 * A function of the workbook. `params` says how each argument is taken, one letter each, `?` after what may be left out
 * and `*` after what may be repeated:
 * - `v`: one value. Given an array, the function is computed item by item; given a range in an ordinary formula, the
 *   cell of the same row or column is taken.
 * - `r`: as it is: a reference, an array or a value.
 * - `a`: the same, but what stands there is computed item by item even in an ordinary formula (as in SUMPRODUCT).
 * - `l`: not computed before it is asked for, as the branches of IF.
 */
export interface FunctionDefinition {
  readonly name: string
  readonly params: string
  run(args: readonly Argument[], context: CallContext): Value
}

/** The same for functions that compute their arguments themselves. */
export interface LazyFunction {
  readonly name: string
  readonly lazy: true
  readonly params: string
  run(args: readonly (() => Argument)[], context: CallContext): Value
}

/** Declares a function. Inside, an error is thrown as it is: the call is then worth that error. */
export const define = (
  name: string,
  params: string,
  run: (args: readonly Argument[], context: CallContext) => Value,
): FunctionDefinition => ({ name, params, run })

/** Ends a function with an error. */
export const fail = (error: ErrorValue): never => {
  throw error
}
