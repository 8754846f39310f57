import { type DateParts, daysInMonth, isLeapYear, numError } from '@deal-canvas/workbook-reader'
import { fail } from './definition.ts'

/** A day as a number and as a date. */
export interface Day extends DateParts {
  readonly serial: number
}

const isLastOfFebruary = ({ year, month, day }: DateParts): boolean => month === 2 && day === daysInMonth(year, 2)

const between = (from: DateParts, to: DateParts, fromDay: number, toDay: number): number =>
  (to.year - from.year) * 360 + (to.month - from.month) * 30 + (toDay - fromDay)

/**
 * Days in US 30/360. Only the first matching rule is applied, as in Excel: from the end of February to a 31st, the 31st
 * stays.
 */
export const days360American = (from: DateParts, to: DateParts): number => {
  if (from.day >= 30) return between(from, to, 30, Math.min(to.day, 30))
  if (!isLastOfFebruary(from)) return between(from, to, from.day, to.day)
  return between(from, to, 30, isLastOfFebruary(to) ? 30 : to.day)
}

/** The same in European 30/360: the 31st is the 30th. */
export const days360European = (from: DateParts, to: DateParts): number =>
  between(from, to, Math.min(from.day, 30), Math.min(to.day, 30))

/** Whether the second date is at most one year after the first. */
const withinYear = (from: Day, to: Day): boolean =>
  from.year === to.year ||
  (from.year + 1 === to.year && (from.month > to.month || (from.month === to.month && from.day >= to.day)))

/** Whether a leap day lies between two dates that are less than a year apart. */
const spansLeapDay = (from: Day, to: Day): boolean => {
  if (from.year === to.year) return isLeapYear(from.year)
  if (isLeapYear(from.year) && (from.month < 2 || (from.month === 2 && from.day <= 29))) return true
  return isLeapYear(to.year) && (to.month > 2 || (to.month === 2 && to.day === 29))
}

/** The average length of a year in days, over the years from the first date to the second. */
const yearLength = (from: Day, to: Day): number => {
  if (withinYear(from, to)) return spansLeapDay(from, to) ? 366 : 365
  let days = 0
  for (let year = from.year; year <= to.year; year++) days += isLeapYear(year) ? 366 : 365
  return days / (to.year - from.year + 1)
}

/** The years between two dates, the earlier first, by one of Excel's five day count conventions. */
export const yearFraction = (from: Day, to: Day, basis: number): number => {
  switch (basis) {
    case 0:
      return days360American(from, to) / 360
    case 1:
      return from.serial === to.serial ? 0 : (to.serial - from.serial) / yearLength(from, to)
    case 2:
      return (to.serial - from.serial) / 360
    case 3:
      return (to.serial - from.serial) / 365
    case 4:
      return days360European(from, to) / 360
    default:
      return fail(numError)
  }
}
