import { naError, valueError } from '@deal-canvas/workbook-reader'
import { numberFromText } from '../value/number-from-text.ts'
import { columnsOf, isArray, isError, isReference, rowsOf, type Scalar, type Value } from '../value/value.ts'
import { array, number, scalar } from './arguments.ts'
import { type Argument, type CallContext, fail } from './definition.ts'

/**
 * Functions that once came with an add-in treat arguments differently: TRUE and FALSE are not numbers, an empty
 * argument is #N/A, and text in cells that reads as a number is one.
 */
export const addInNumber = (arg: Argument, otherwise?: number): number => {
  if (arg === undefined) return otherwise ?? fail(naError)
  return typeof scalar(arg) === 'boolean' ? fail(valueError) : number(arg)
}

export const addInInteger = (arg: Argument, otherwise?: number): number => Math.trunc(addInNumber(arg, otherwise))

const read = (value: Scalar): number => {
  if (typeof value === 'number') return value
  if (isError(value)) return fail(value)
  return (typeof value === 'string' ? numberFromText(value) : undefined) ?? fail(valueError)
}

const isSingle = (arg: Value): boolean => {
  if (isArray(arg)) return arg.items.length === 1
  return !isReference(arg) || arg.areas.every((area) => rowsOf(area) * columnsOf(area) === 1)
}

/**
 * All numbers of the arguments. Empty cells of a range are 0; single empty cells are skipped, but cannot be the only
 * argument.
 */
export const addInNumbers = (args: readonly Argument[], context: CallContext): number[] => {
  const found = args.flatMap((arg) => {
    if (arg === undefined) return fail(naError)
    const { items } = array(arg, context)
    return isSingle(arg) ? items.filter((item) => item !== null).map(read) : items.map((item) => read(item ?? 0))
  })
  return found.length === 0 ? fail(valueError) : found
}
