import type { ErrorValue } from './error-value.ts'

/** What one cell holds. Null is an empty cell: 0 among numbers, "" among texts. */
export type Scalar = number | string | boolean | null | ErrorValue

/** A rectangle of values, row by row. */
export interface ArrayValue {
  readonly rows: number
  readonly columns: number
  readonly items: readonly Scalar[]
}

/** A rectangle of cells of one sheet; all bounds belong to it. */
export interface Area {
  readonly sheet: number
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** One or more rectangles of cells, not yet read. Several come from unions and from references over sheets. */
export interface Reference {
  readonly areas: readonly Area[]
}

/** A function made by LAMBDA. */
export interface LambdaValue {
  readonly parameters: number
  /** Undefined: an argument that is left out. */
  call(...args: readonly (Value | undefined)[]): Value
}

/** Whatever an expression can be worth. */
export type Value = Scalar | ArrayValue | Reference | LambdaValue

export const isError = (value: Value | undefined): value is ErrorValue =>
  typeof value === 'object' && value !== null && 'error' in value

export const isArray = (value: Value): value is ArrayValue =>
  typeof value === 'object' && value !== null && 'items' in value

export const isReference = (value: Value): value is Reference =>
  typeof value === 'object' && value !== null && 'areas' in value

export const isLambda = (value: Value): value is LambdaValue =>
  typeof value === 'object' && value !== null && 'call' in value

export const rowsOf = ({ top, bottom }: Area): number => bottom - top + 1
export const columnsOf = ({ left, right }: Area): number => right - left + 1

/** An array of one row per item of the list. */
export const arrayOf = (rows: readonly (readonly Scalar[])[]): ArrayValue => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  items: rows.flat(),
})
