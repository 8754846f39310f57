import { numError, valueError } from '@deal-canvas/workbook-reader'
import { toBoolean, toNumber, toText } from '../value/coerce.ts'
import {
  type ArrayValue,
  isArray,
  isError,
  isLambda,
  isReference,
  type LambdaValue,
  type Scalar,
  type Value,
} from '../value/value.ts'
import { type Argument, type CallContext, fail } from './definition.ts'

/** An argument as one value; an array counts as its first item. */
export const scalar = (arg: Argument): Scalar => {
  if (arg === undefined) return null
  if (isArray(arg)) return arg.items[0] ?? null
  if (isReference(arg) || isLambda(arg)) return fail(valueError)
  return arg
}

/** A number, or the default if the argument was omitted. Non-numeric text is #VALUE!. */
export const number = (arg: Argument, otherwise = 0): number => {
  if (arg === undefined) return otherwise
  const value = toNumber(scalar(arg))
  return typeof value === 'number' ? value : fail(value)
}

/** A number truncated to an integer. */
export const integer = (arg: Argument, otherwise = 0): number => Math.trunc(number(arg, otherwise))

export const text = (arg: Argument, otherwise = ''): string => {
  if (arg === undefined) return otherwise
  const value = toText(scalar(arg))
  return typeof value === 'string' ? value : fail(value)
}

export const boolean = (arg: Argument, otherwise = false): boolean => {
  if (arg === undefined) return otherwise
  const value = toBoolean(scalar(arg))
  return typeof value === 'boolean' ? value : fail(value)
}

export const lambda = (arg: Argument): LambdaValue => (arg !== undefined && isLambda(arg) ? arg : fail(valueError))

/** A finite number, or #NUM!. */
export const finite = (value: number): number => (Number.isFinite(value) ? value : fail(numError))

/** Any argument as an array. A reference to several rectangles is #VALUE!. */
export const array = (arg: Argument, context: CallContext): ArrayValue => {
  if (arg === undefined) return { rows: 1, columns: 1, items: [null] }
  if (isArray(arg)) return arg
  if (isLambda(arg)) return fail(valueError)
  if (!isReference(arg)) return { rows: 1, columns: 1, items: [arg] }
  const [area, another] = arg.areas
  return area === undefined || another !== undefined ? fail(valueError) : context.read(area)
}

/** Whether values came from cells: there, texts, booleans and empty cells are skipped; as arguments they count. */
type Visit = (value: Scalar, fromCells: boolean) => void

/** Every value of the arguments in order; empty cells are skipped. */
export const eachValue = (args: readonly Argument[], context: CallContext, visit: Visit): void => {
  for (const arg of args) {
    if (arg === undefined) visit(null, false)
    else if (isReference(arg)) {
      for (const area of arg.areas) {
        const used = context.used(area)
        if (used !== undefined) for (const item of context.read(used).items) if (item !== null) visit(item, true)
      }
    } else if (isArray(arg)) for (const item of arg.items) visit(item, true)
    else if (isLambda(arg)) fail(valueError)
    else visit(arg as Scalar, false)
  }
}

/** The numbers among the arguments, as SUM takes them: in cells only numbers count, and an error is thrown. */
export const numbers = (args: readonly Argument[], context: CallContext): number[] => {
  const found: number[] = []
  eachValue(args, context, (value, fromCells) => {
    if (typeof value === 'number') found.push(value)
    else if (isError(value)) fail(value)
    else if (!fromCells) found.push(number(value as Value))
  })
  return found
}

/** The same for SUMA, AVERAGEA and similar functions: in cells text is 0 and TRUE is 1. */
export const numbersCountingText = (args: readonly Argument[], context: CallContext): number[] => {
  const found: number[] = []
  eachValue(args, context, (value, fromCells) => {
    if (isError(value)) fail(value)
    else if (typeof value === 'number') found.push(value)
    else if (typeof value === 'boolean') found.push(value ? 1 : 0)
    else if (fromCells) {
      if (typeof value === 'string') found.push(0)
    } else found.push(number(value as Value))
  })
  return found
}
