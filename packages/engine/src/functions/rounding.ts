import { divError, numError } from '@deal-canvas/workbook-reader'
import { ceil15, floor15, roundDecimal, roundDownDecimal, roundUpDecimal } from '../numeric/decimal.ts'
import { addInNumber } from './add-in-arguments.ts'
import { finite, integer, number } from './arguments.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'

/** A function of a number and of decimal places, optional if `places` says so. */
const decimal = (name: string, params: string, round: (value: number, places: number) => number): FunctionDefinition =>
  define(name, params, ([value, places]) => finite(round(number(value), integer(places))))

/** Whole multiples; quotients that equal a whole number in 15 digits count as that number. */
const multipleBelow = (value: number, step: number): number => floor15(value / step) * step
const multipleAbove = (value: number, step: number): number => ceil15(value / step) * step

/** CEILING and FLOOR: the step has the sign of the value, or the value is negative and rounds the other way. */
const toStep = (value: number, step: number, up: boolean): number => {
  if (value === 0) return 0
  if (step === 0) return up ? 0 : fail(divError)
  if (value > 0 && step < 0) return fail(numError)
  return finite(up ? multipleAbove(value, step) : multipleBelow(value, step))
}

/** The newer variants: the sign of the step does not matter; negative values can round the other way. */
const toSize = (value: Argument, significance: Argument, up: boolean, turnNegative = false): number => {
  const given = number(value)
  const step = Math.abs(number(significance, 1))
  if (given === 0 || step === 0) return 0
  const above = given < 0 && turnNegative ? !up : up
  return finite(above ? multipleAbove(given, step) : multipleBelow(given, step))
}

/** The next number away from zero that is a multiple of two, with an offset of 1 for odd numbers. */
const awayToParity = (value: number, offset: 0 | 1): number => {
  const size = 2 * ceil15((Math.abs(value) - offset) / 2) + offset
  return value < 0 ? -size : size
}

const roundToMultiple = (value: number, multiple: number): number => {
  if (value === 0 || multiple === 0) return 0
  if (value < 0 !== multiple < 0) return fail(numError)
  return finite(Math.floor(value / multiple + 0.5) * multiple)
}

export const roundingFunctions: FunctionDefinition[] = [
  decimal('ROUND', 'vv', roundDecimal),
  decimal('ROUNDUP', 'vv', roundUpDecimal),
  decimal('ROUNDDOWN', 'vv', roundDownDecimal),
  decimal('TRUNC', 'vv?', roundDownDecimal),
  define('INT', 'v', ([value]) => floor15(number(value))),
  define('MROUND', 'vv', ([value, multiple]) => roundToMultiple(addInNumber(value), addInNumber(multiple))),
  define('CEILING', 'vv', ([value, step]) => toStep(number(value), number(step), true)),
  define('FLOOR', 'vv', ([value, step]) => toStep(number(value), number(step), false)),
  define('CEILING.MATH', 'vv?v?', ([value, step, mode]) => toSize(value, step, true, number(mode) !== 0)),
  define('FLOOR.MATH', 'vv?v?', ([value, step, mode]) => toSize(value, step, false, number(mode) !== 0)),
  define('CEILING.PRECISE', 'vv?', ([value, step]) => toSize(value, step, true)),
  define('ISO.CEILING', 'vv?', ([value, step]) => toSize(value, step, true)),
  define('FLOOR.PRECISE', 'vv?', ([value, step]) => toSize(value, step, false)),
  define('EVEN', 'v', ([value]) => finite(awayToParity(number(value), 0))),
  define('ODD', 'v', ([value]) => finite(number(value) === 0 ? 1 : awayToParity(number(value), 1))),
]
