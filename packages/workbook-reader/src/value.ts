import type { ErrorValue } from './error-value.ts'

/** The value of one cell. Null is an empty cell: 0 as a number, "" as text. */
export type Scalar = number | string | boolean | null | ErrorValue

/** A rectangle of cells in one sheet; all bounds are inclusive. */
export interface Area {
  readonly sheet: number
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}
