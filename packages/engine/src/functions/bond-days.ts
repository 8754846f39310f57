import { daysInMonth } from '@deal-canvas/workbook-reader'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { day, partsOf, serialOf } from './calendar.ts'
import { type Day, days360European } from './day-count.ts'
import { demand } from './define-on-values.ts'
import type { Argument, CallContext } from './definition.ts'

/** The day count basis: 0 US 30/360, 1 actual/actual, 2 actual/360, 3 actual/365, 4 European 30/360. */
export type Basis = 0 | 1 | 2 | 3 | 4

/** Coupons per year. */
export type Frequency = 1 | 2 | 4

export const basisOf = (arg: Argument): Basis => {
  const basis = addInInteger(arg, 0)
  demand(basis >= 0 && basis <= 4)
  return basis as Basis
}

export const frequencyOf = (arg: Argument): Frequency => {
  const frequency = addInInteger(arg)
  demand(frequency === 1 || frequency === 2 || frequency === 4)
  return frequency as Frequency
}

const toDay = (serial: number, context: CallContext): Day => ({ serial, ...partsOf(serial, context) })

export const dayOf = (arg: Argument, context: CallContext): Day => toDay(day(addInNumber(arg), context), context)

export const isLastOfMonth = ({ year, month, day: dayOfMonth }: Day): boolean => dayOfMonth === daysInMonth(year, month)

/**
 * The date a number of months later, on the same day of the month, or on the last day if there is none or if requested.
 */
export const addMonths = (from: Day, months: number, toLastDay: boolean, context: CallContext): Day => {
  const count = from.year * 12 + from.month - 1 + months
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1]
  const last = daysInMonth(year, month)
  return toDay(serialOf(year, month, toLastDay ? last : Math.min(from.day, last), context), context)
}

const isLastOfFebruary = (date: Day): boolean => date.month === 2 && isLastOfMonth(date)

/** Days in 30/360; within a whole coupon period both ends are rounded to the 30th. */
export const days360 = (from: Day, to: Day, wholePeriod = false): number => {
  let [start, end] = [from.day, to.day]
  if (isLastOfFebruary(to) && (isLastOfFebruary(from) || wholePeriod)) end = 30
  if (end === 31 && (start >= 30 || wholePeriod)) end = 30
  if (start === 31 || isLastOfFebruary(from)) start = 30
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + end - start
}

/** Days between two dates. */
export const daysBetween = (from: Day, to: Day, basis: Basis): number => {
  if (basis === 0) return days360(from, to)
  return basis === 4 ? days360European(from, to) : to.serial - from.serial
}

/** The coupon period that contains a day. */
export interface CouponPeriod {
  readonly previous: Day
  readonly next: Day
  /** The number of coupons still to be paid. */
  readonly count: number
}

/** Coupon dates are counted back from maturity; if that is the end of a month, all of them are. */
export const couponPeriod = (
  settlement: Day,
  maturity: Day,
  frequency: Frequency,
  context: CallContext,
): CouponPeriod => {
  const months = 12 / frequency
  const atEnd = isLastOfMonth(maturity)
  const coupon = (back: number): Day => addMonths(maturity, -back * months, atEnd, context)
  const yearsApart = maturity.year - settlement.year - 1
  let count = Math.max(1, yearsApart * frequency)
  while (coupon(count).serial > settlement.serial) count += 1
  return { previous: coupon(count), next: coupon(count - 1), count }
}

/** The length of a coupon period in days. */
export const couponDays = ({ previous, next }: CouponPeriod, frequency: Frequency, basis: Basis): number => {
  if (basis === 1) return next.serial - previous.serial
  return (basis === 3 ? 365 : 360) / frequency
}
