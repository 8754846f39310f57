import type { Area, ErrorValue, Scalar } from '@deal-canvas/workbook-reader'

export type { Area, Scalar }

/** A rectangle of values, row by row. */
export interface ArrayValue {
  readonly rows: number
  readonly columns: number
  readonly items: readonly Scalar[]
}

/** One or more rectangles of cells, not yet read. Several come from unions and from 3D references. */
export interface Reference {
  readonly areas: readonly Area[]
}

/** A function created by LAMBDA. */
export interface LambdaValue {
  readonly parameters: number
  /** Undefined for an omitted argument. */
  call(...args: readonly (Value | undefined)[]): Value
}

/** Any value of an expression. */
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
