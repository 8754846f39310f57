import { lastSerial, numError, valueError } from '@deal-canvas/workbook-reader'
import { isError, type Scalar } from '../value/value.ts'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { eachValue, integer, number, scalar } from './arguments.ts'
import { day, weekday } from './calendar.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'

const addInDay = (arg: Argument, context: CallContext): number => day(addInNumber(arg), context)

/** For each weekday, from Sunday on, whether it is a day off. */
type Weekend = readonly boolean[]

const usual: Weekend = [true, false, false, false, false, false, true]

/** The numbered weekends: 1 to 7 are two days from Saturday on, 11 to 17 one day from Sunday on. */
const numbered = (kind: number): Weekend => {
  const days =
    kind >= 1 && kind <= 7 ? [(kind + 5) % 7, (kind + 6) % 7] : kind >= 11 && kind <= 17 ? [kind - 11] : fail(numError)
  return usual.map((_, place) => days.includes(place))
}

/** A weekend by its number, or as seven digits from Monday on, in which 1 is a day off. */
const weekendOf = (arg: Argument): Weekend => {
  const kind = scalar(arg)
  if (kind === null) return usual
  if (typeof kind !== 'string') return numbered(integer(kind))
  if (!/^[01]{7}$/.test(kind)) return fail(valueError)
  return usual.map((_, place) => kind.charAt((place + 6) % 7) === '1')
}

const holidaysOf = (arg: Argument, context: CallContext): number[] => {
  const found = new Set<number>()
  if (arg === undefined) return []
  const visit = (value: Scalar): void => {
    if (isError(value)) fail(value)
    if (value !== null && value !== '') found.add(Math.floor(number(value)))
  }
  eachValue([arg], context, visit)
  return [...found]
}

/** Working days from the first day to the last, both included; negative if the first is later. */
const countDays = (
  from: number,
  to: number,
  weekend: Weekend,
  holidays: readonly number[],
  context: CallContext,
): number => {
  if (from > to) return -countDays(to, from, weekend, holidays, context)
  const worksOn = (serial: number): boolean => weekend[weekday(serial, context)] === false
  const weeks = Math.floor((to - from + 1) / 7)
  let count = weeks * weekend.filter((off) => !off).length
  for (let serial = from + weeks * 7; serial <= to; serial++) if (worksOn(serial)) count += 1
  return count - holidays.filter((serial) => serial >= from && serial <= to && worksOn(serial)).length
}

/** The date a number of working days after or before a date. */
const workday = (
  from: number,
  days: number,
  weekend: Weekend,
  holidays: readonly number[],
  context: CallContext,
): number => {
  if (!weekend.includes(false)) fail(valueError)
  const off = new Set(holidays)
  const step = days < 0 ? -1 : 1
  let serial = from
  for (let left = Math.abs(days); left > 0; ) {
    serial += step
    if (serial < 0 || serial > lastSerial) fail(numError)
    if (weekend[weekday(serial, context)] === false && !off.has(serial)) left -= 1
  }
  return serial
}

export const workdayFunctions: FunctionDefinition[] = [
  define('NETWORKDAYS', 'vvr?', ([from, to, holidays], context) =>
    countDays(addInDay(from, context), addInDay(to, context), usual, holidaysOf(holidays, context), context),
  ),
  define('NETWORKDAYS.INTL', 'vvv?r?', ([from, to, weekend, holidays], context) =>
    countDays(
      addInDay(from, context),
      addInDay(to, context),
      weekendOf(weekend),
      holidaysOf(holidays, context),
      context,
    ),
  ),
  define('WORKDAY', 'vvr?', ([from, days, holidays], context) =>
    workday(addInDay(from, context), addInInteger(days), usual, holidaysOf(holidays, context), context),
  ),
  define('WORKDAY.INTL', 'vvv?r?', ([from, days, weekend, holidays], context) =>
    workday(addInDay(from, context), addInInteger(days), weekendOf(weekend), holidaysOf(holidays, context), context),
  ),
]
