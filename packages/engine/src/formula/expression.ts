import type { ErrorValue } from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'

/** One bound of a reference: fixed (`$A`), or relative to the cell of the formula. */
export interface Bound {
  readonly fixed: boolean
  /** The 0-based position, or the offset. */
  readonly at: number
}

/** A rectangle of cells relative to the cell of the formula. Omitted bounds extend to the edge of the sheet. */
export interface RangeExpression {
  readonly kind: 'range'
  /** The first and last sheet; they differ only in 3D references. Undefined for the formula's own sheet. */
  readonly sheets: readonly [first: number, last: number] | undefined
  readonly top: Bound | undefined
  readonly left: Bound | undefined
  readonly bottom: Bound | undefined
  readonly right: Bound | undefined
}

export type UnaryOperator = '+' | '-' | '%' | '@' | '#'
export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '>' | '<=' | '>=' | ':' | ' ' | ','

/**
 * A parsed formula, without text from the file except its constants and names. Copied formulas are the same expression,
 * because references are stored as offsets.
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: Scalar }
  | { readonly kind: 'array'; readonly rows: readonly (readonly Scalar[])[] }
  | RangeExpression
  /** A defined name, by its place in the list of names. */
  | { readonly kind: 'name'; readonly name: number }
  /** A parameter of LET or LAMBDA, in lower case. */
  | { readonly kind: 'variable'; readonly name: string }
  | {
      readonly kind: 'table'
      readonly table: number
      readonly sections: readonly string[]
      readonly columns: readonly string[]
    }
  /** Another workbook, an unknown name: nothing that can be computed here. */
  | { readonly kind: 'unknown'; readonly what: 'external' | 'name' | 'syntax'; readonly error: ErrorValue }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  /** A call of a function by name, in upper case and without prefix. An argument that is left out is undefined. */
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly (Expression | undefined)[] }
  /** A call of what an expression is worth: a LAMBDA. */
  | { readonly kind: 'apply'; readonly callee: Expression; readonly args: readonly (Expression | undefined)[] }
  | {
      readonly kind: 'let'
      readonly bindings: readonly { readonly name: string; readonly value: Expression }[]
      readonly body: Expression
    }
  | { readonly kind: 'lambda'; readonly parameters: readonly string[]; readonly body: Expression }
