import { daysInMonth, numError, partsFromSerial, serialFromParts, valueError } from '@deal-canvas/workbook-reader'
import { numberFromText } from '../value/number-from-text.ts'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { boolean, integer, text } from './arguments.ts'
import { day, moment, monthsLater, partsOf, serialOf, shift, weekday } from './calendar.ts'
import { type Day, days360European, yearFraction } from './day-count.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { given } from './grid.ts'

const date = ([years, monthsOfYear, days]: readonly Argument[], context: CallContext): number => {
  const year = integer(years)
  if (year < 0 || year > 9999) fail(numError)
  const months = (year < 1900 ? year + 1900 : year) * 12 + integer(monthsOfYear) - 1
  // Days can carry over past the end of the year 9999, months cannot.
  if (months >= 10_000 * 12) fail(numError)
  return serialOf(Math.floor(months / 12), (months % 12) + 1, integer(days), context)
}

/** Date and time in text, as DATEVALUE and TIMEVALUE parse them. */
const written = (arg: Argument): number => {
  const words = text(arg).trim()
  const value = /[-/:\s]|[ap]m$/i.test(words) && !/^[-+(]/.test(words) ? numberFromText(words) : undefined
  return value ?? fail(valueError)
}

/** The day a week starts with (0 is Sunday) and the number of that day, by the types of WEEKDAY. */
const weekdayTypes: Record<number, readonly [start: number, first: number]> = {
  1: [0, 1],
  2: [1, 1],
  3: [1, 0],
  ...Object.fromEntries([11, 12, 13, 14, 15, 16, 17].map((type) => [type, [(type - 10) % 7, 1]])),
}

const weekStarts: Record<number, number> = { 1: 0, 2: 1, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 16: 6, 17: 0 }

/** ISO week: week 1 contains the year's first Thursday. */
const isoWeek = (serial: number, context: CallContext): number => {
  const thursday = serial - ((weekday(serial, context) + 6) % 7) + 3
  const { year } = partsOf(thursday, context)
  return Math.floor((thursday - newYear(year, context)) / 7) + 1
}

const newYear = (year: number, context: CallContext): number => serialFromParts(year, 1, 1) - shift(context)

const weekNumber = (args: readonly Argument[], context: CallContext): number => {
  const serial = addInDay(args[0], context)
  const type = addInInteger(given(args, 1), 1)
  if (type === 21) return isoWeek(serial, context)
  const start = weekStarts[type] ?? fail(numError)
  const first = newYear(partsOf(serial, context).year, context)
  const lead = (weekday(first, context) - start + 7) % 7
  return Math.floor((serial - first + lead) / 7) + 1
}

/** DAYS360: its US method keeps a 31st after a start before the 30th. */
const days360 = (from: Day, to: Day, european: boolean): number => {
  if (european) return days360European(from, to)
  const fromDay = from.day >= daysInMonth(from.year, from.month) ? 30 : from.day
  const toDay = fromDay < 30 ? to.day : Math.min(to.day, 30)
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + toDay - fromDay
}

/** A date as functions of the former add-in accept it. */
const addInDay = (arg: Argument, context: CallContext): number => day(addInNumber(arg), context)

const dayOf = (arg: Argument, context: CallContext): Day => {
  const serial = day(arg, context)
  return { serial, ...partsOf(serial, context) }
}

const dateDifference = (args: readonly Argument[], context: CallContext): number => {
  const [from, to] = [dayOf(args[0], context), dayOf(args[1], context)]
  if (from.serial > to.serial) fail(numError)
  const months = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0)
  switch (text(args[2]).toUpperCase()) {
    case 'Y':
      return Math.floor(months / 12)
    case 'M':
      return months
    case 'D':
      return to.serial - from.serial
    case 'YM':
      return months % 12
    case 'MD': {
      if (to.day >= from.day) return to.day - from.day
      const before = partsFromSerial(serialFromParts(to.year, to.month, 1) - 1)
      return before.day - from.day + to.day
    }
    case 'YD': {
      const passed = to.month < from.month || (to.month === from.month && to.day < from.day)
      return (
        serialFromParts(from.year + (passed ? 1 : 0), to.month, to.day) -
        serialFromParts(from.year, from.month, from.day)
      )
    }
    default:
      return fail(numError)
  }
}

const part = (name: string, of: 'year' | 'month' | 'day'): FunctionDefinition =>
  define(name, 'v', ([value], context) => partsOf(day(value, context), context)[of])

/** Seconds of the day, rounded: 0.999999 is midnight. */
const seconds = (arg: Argument, context: CallContext): number => {
  const value = moment(arg, context)
  return Math.round((value - Math.floor(value)) * 86_400) % 86_400
}

export const dateFunctions: FunctionDefinition[] = [
  define('DATE', 'vvv', date),
  define('DATEVALUE', 'v', ([value], context) => Math.floor(written(value)) - shift(context)),
  define('TIMEVALUE', 'v', ([value]) => written(value) % 1),
  define('TIME', 'vvv', ([hours, minutes, rest]) => {
    const parts = [integer(hours), integer(minutes), integer(rest)]
    if (parts.some((item) => Math.abs(item) > 32_767)) fail(numError)
    const [hour = 0, minute = 0, second = 0] = parts
    const total = hour * 3600 + minute * 60 + second
    return total < 0 ? fail(numError) : (total % 86_400) / 86_400
  }),
  part('YEAR', 'year'),
  part('MONTH', 'month'),
  part('DAY', 'day'),
  define('HOUR', 'v', ([value], context) => Math.floor(seconds(value, context) / 3600)),
  define('MINUTE', 'v', ([value], context) => Math.floor(seconds(value, context) / 60) % 60),
  define('SECOND', 'v', ([value], context) => seconds(value, context) % 60),
  define('WEEKDAY', 'vv?', (args, context) => {
    const [start, first] = weekdayTypes[integer(given(args, 1), 1)] ?? fail(numError)
    return ((weekday(day(args[0], context), context) - start + 7) % 7) + first
  }),
  define('WEEKNUM', 'vv?', weekNumber),
  define('ISOWEEKNUM', 'v', ([value], context) => isoWeek(day(value, context), context)),
  define('DAYS', 'vv', ([to, from], context) => day(to, context) - day(from, context)),
  define('DAYS360', 'vvv?', ([from, to, european], context) =>
    days360(dayOf(from, context), dayOf(to, context), boolean(european)),
  ),
  define('DATEDIF', 'vvv', dateDifference),
  define('EDATE', 'vv', ([from, by], context) => monthsLater(addInDay(from, context), addInInteger(by), context)),
  define('EOMONTH', 'vv', ([from, by], context) => {
    const { year, month } = partsOf(addInDay(from, context), context)
    return serialOf(year, month + addInInteger(by) + 1, 0, context)
  }),
  define('YEARFRAC', 'vvv?', ([startDate, endDate, basis], context) => {
    const [a, b] = [dayOf(addInNumber(startDate), context), dayOf(addInNumber(endDate), context)]
    const convention = addInInteger(basis, 0)
    return a.serial <= b.serial ? yearFraction(a, b, convention) : yearFraction(b, a, convention)
  }),
  define('TODAY', '', (_, { moment: now }) => Math.floor(now)),
  define('NOW', '', (_, { moment: now }) => now),
]
