import { numError } from '../value/error-value.ts'
import {
  type DateParts,
  daysInMonth,
  daysTo1904,
  lastSerial,
  partsFromSerial,
  serialFromParts,
} from '../value/serial-date.ts'
import { number } from './arguments.ts'
import { type Argument, type CallContext, fail } from './definition.ts'

/** How far the numbers of a workbook that counts from 1904 lie behind the others. */
export const shift = ({ date1904 }: CallContext): number => (date1904 ? daysTo1904 : 0)

/** A number that stands for a moment, or #NUM!. */
export const moment = (arg: Argument, context: CallContext): number => {
  const value = number(arg)
  return value < 0 || value >= lastSerial + 1 - shift(context) ? fail(numError) : value
}

/** A number that stands for a day, or #NUM!. */
export const day = (arg: Argument, context: CallContext): number => Math.floor(moment(arg, context))

/** Year, month and day of a number. */
export const partsOf = (serial: number, context: CallContext): DateParts => partsFromSerial(serial + shift(context))

/** The number of a day; months and days carry over. Outside of what Excel knows it is #NUM!. */
export const serialOf = (year: number, month: number, dayOfMonth: number, context: CallContext): number => {
  // Counted from the month's first day, so that 1900-02-29 is there.
  const serial = serialFromParts(year, month, 1) + dayOfMonth - 1 - shift(context)
  return serial >= 0 && serial <= lastSerial - shift(context) ? serial : fail(numError)
}

/** The same day so many months later, or the last day of that month. */
export const monthsLater = (serial: number, months: number, context: CallContext): number => {
  const { year, month, day: dayOfMonth } = partsOf(serial, context)
  const count = year * 12 + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return serialOf(laterYear, laterMonth, Math.min(dayOfMonth, daysInMonth(laterYear, laterMonth)), context)
}

/** 0 for Sunday up to 6 for Saturday. */
export const weekday = (serial: number, context: CallContext): number => (Math.floor(serial) + shift(context) + 6) % 7
