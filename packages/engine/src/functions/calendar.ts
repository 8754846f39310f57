import {
  type DateParts,
  daysInMonth,
  daysTo1904,
  lastSerial,
  numError,
  partsFromSerial,
  serialFromParts,
} from '@deal-canvas/workbook-reader'
import { number } from './arguments.ts'
import { type Argument, type CallContext, fail } from './definition.ts'

/** The offset of date numbers in a workbook with the 1904 date system. */
export const shift = ({ date1904 }: CallContext): number => (date1904 ? daysTo1904 : 0)

/** A valid date-time number, or #NUM!. */
export const moment = (arg: Argument, context: CallContext): number => {
  const value = number(arg)
  return value < 0 || value >= lastSerial + 1 - shift(context) ? fail(numError) : value
}

/** A valid date number, or #NUM!. */
export const day = (arg: Argument, context: CallContext): number => Math.floor(moment(arg, context))

/** Year, month and day of a date number. */
export const partsOf = (serial: number, context: CallContext): DateParts => partsFromSerial(serial + shift(context))

/** The number of a date; months and days carry over. Outside Excel's range it is #NUM!. */
export const serialOf = (year: number, month: number, dayOfMonth: number, context: CallContext): number => {
  // Counted from the first day of the month, so that 1900-02-29 exists.
  const serial = serialFromParts(year, month, 1) + dayOfMonth - 1 - shift(context)
  return serial >= 0 && serial <= lastSerial - shift(context) ? serial : fail(numError)
}

/** The same day a number of months later, or the last day of that month. */
export const monthsLater = (serial: number, months: number, context: CallContext): number => {
  const { year, month, day: dayOfMonth } = partsOf(serial, context)
  const count = year * 12 + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return serialOf(laterYear, laterMonth, Math.min(dayOfMonth, daysInMonth(laterYear, laterMonth)), context)
}

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (serial: number, context: CallContext): number => (Math.floor(serial) + shift(context) + 6) % 7
