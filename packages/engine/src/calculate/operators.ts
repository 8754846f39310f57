import { divError, numError, valueError } from '@deal-canvas/workbook-reader'
import type { BinaryOperator, UnaryOperator } from '../formula/expression.ts'
import { maxTextLength } from '../functions/text-limit.ts'
import { toNumber, toText } from '../value/coerce.ts'
import { compareValues } from '../value/compare.ts'
import { isError, type Scalar } from '../value/value.ts'

const power = (base: number, exponent: number): Scalar => {
  if (base === 0 && exponent === 0) return numError
  if (base === 0 && exponent < 0) return divError
  const result = base ** exponent
  return Number.isFinite(result) ? result : numError
}

const arithmetic = (operator: '+' | '-' | '*' | '/' | '^', left: number, right: number): Scalar => {
  switch (operator) {
    case '+':
      return finite(left + right)
    case '-':
      return finite(left - right)
    case '*':
      return finite(left * right)
    case '/':
      return right === 0 ? divError : finite(left / right)
    case '^':
      return power(left, right)
  }
}

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : numError)

const holds = (operator: string, order: number): boolean => {
  switch (operator) {
    case '=':
      return order === 0
    case '<>':
      return order !== 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    default:
      return order >= 0
  }
}

/** Applies an operator to two values; the first error among them is the result. */
export const applyBinary = (operator: BinaryOperator, left: Scalar, right: Scalar): Scalar => {
  if (isError(left)) return left
  if (isError(right)) return right
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '^': {
      const a = toNumber(left)
      if (typeof a !== 'number') return a
      const b = toNumber(right)
      return typeof b === 'number' ? arithmetic(operator, a, b) : b
    }
    case '&': {
      const [a, b] = [toText(left), toText(right)]
      return typeof a === 'string' && typeof b === 'string' && a.length + b.length <= maxTextLength ? a + b : valueError
    }
    default:
      return holds(operator, compareValues(left, right))
  }
}

export const applyUnary = (operator: UnaryOperator, value: Scalar): Scalar => {
  if (operator === '+' || isError(value)) return value
  const number = toNumber(value)
  if (typeof number !== 'number') return number
  return operator === '%' ? number / 100 : operator === '-' ? -number : value
}
