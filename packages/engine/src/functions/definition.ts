import type { ErrorValue } from '@deal-canvas/workbook-reader'
import type { Area, ArrayValue, Reference, Scalar, Value } from '../value/value.ts'

/** The workbook queries available to a function. */
export interface CallContext {
  /** The cell whose formula is being computed. */
  readonly sheet: number
  readonly row: number
  readonly column: number
  readonly sheets: readonly string[]
  readonly date1904: boolean
  /** The date-time that NOW and TODAY return, as a number of days. */
  readonly moment: number
  /** The next of the workbook's own random numbers: at least 0, less than 1. */
  random(): number
  /** One cell of a sheet. */
  cell(sheet: number, row: number, column: number): Scalar
  /** The used part of a rectangle; undefined if it is empty. */
  used(area: Area): Area | undefined
  /** The cells of a rectangle as an array; cells beyond the used range are left out at the bottom and the right. */
  read(area: Area): ArrayValue
  /** The text of a cell's formula, if it has one. */
  formula(sheet: number, row: number, column: number): string | undefined
  /** The cells that a formula text refers to, as for INDIRECT; undefined if none. */
  resolve(text: string): Reference | undefined
  /** Whether a row is hidden. */
  isHidden(sheet: number, row: number): boolean
  /** Whether a row is hidden by a filter: no subtotal counts it. */
  isFiltered?(sheet: number, row: number): boolean
}

/** What a function receives: undefined if an argument was omitted. */
export type Argument = Value | undefined

/**
 * A worksheet function. `params` says how each argument is passed, one letter each, followed by `?` if optional and `*`
 * if repeatable:
 * - `v`: one value. Given an array, the function is computed item by item; given a range in an ordinary formula, the
 * cell of the same row or column is used.
 * - `r`: as it is: a reference, an array or a value.
 * - `a`: the same, but the argument is computed item by item even in an ordinary formula (as in SUMPRODUCT).
 * - `l`: lazy, as the branches of IF.
 */
export interface FunctionDefinition {
  readonly name: string
  readonly params: string
  run(args: readonly Argument[], context: CallContext): Value
}

/** The same for functions that evaluate their own arguments. */
export interface LazyFunction {
  readonly name: string
  readonly lazy: true
  readonly params: string
  run(args: readonly (() => Argument)[], context: CallContext): Value
}

/** Declares a function. A thrown error value becomes the result of the call. */
export const define = (
  name: string,
  params: string,
  run: (args: readonly Argument[], context: CallContext) => Value,
): FunctionDefinition => ({ name, params, run })

/** Ends a function with an error value. */
export const fail = (error: ErrorValue): never => {
  throw error
}
