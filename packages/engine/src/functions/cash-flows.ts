import { divError, numError } from '@deal-canvas/workbook-reader'
import { type Gaps, gapsOf, internalRate, internalRateAtDays } from '../numeric/internal-rate.ts'
import { isError, type Scalar } from '../value/value.ts'
import { addInNumber } from './add-in-arguments.ts'
import { array, finite, number, numbers } from './arguments.ts'
import { day } from './calendar.ts'
import { demand } from './define-on-values.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { sum } from './summaries.ts'

/** The present value of payments at the end of each period. */
export const netPresent = (rate: number, payments: ArrayLike<number>): number => {
  if (rate === -1) return fail(divError)
  let [worth, growth] = [0, 1]
  for (let n = 0; n < payments.length; n++) {
    growth *= 1 + rate
    worth += (payments[n] as number) / growth
  }
  return worth
}

/** Whether there are both positive and negative cash flows. */
export const hasBothSigns = (payments: ArrayLike<number>): boolean => {
  let [isPaid, isGot] = [false, false]
  for (let n = 0; n < payments.length && !(isPaid && isGot); n++) {
    const payment = payments[n] as number
    if (payment > 0) isGot = true
    else if (payment < 0) isPaid = true
  }
  return isPaid && isGot
}

const irr = ([list, guess]: readonly Argument[], context: CallContext): number => {
  const payments = numbers([list], context)
  const start = number(guess, 0.1)
  demand(hasBothSigns(payments) && start > -1)
  return internalRate(Float64Array.from(payments), start) ?? fail(numError)
}

const mirr = ([list, finance, reinvest]: readonly Argument[], context: CallContext): number => {
  const payments = numbers([list], context)
  const [cost, gain] = [number(finance), number(reinvest)]
  const count = payments.length
  if (!hasBothSigns(payments)) return fail(divError)
  const earned = netPresent(
    gain,
    payments.map((payment) => Math.max(0, payment)),
  )
  const spent = netPresent(
    cost,
    payments.map((payment) => Math.min(0, payment)),
  )
  const growth = (-earned * (1 + gain) ** count) / (spent * (1 + cost))
  return finite(growth ** (1 / (count - 1)) - 1)
}

/** Dates as XNPV and XIRR accept them; text and similar values are #VALUE!. */
const addInItem = (item: Scalar): number => {
  if (typeof item === 'number') return item
  return isError(item) ? fail(item) : addInNumber(item)
}

const addInItems = (arg: Argument, context: CallContext): number[] => array(arg, context).items.map(addInItem)

/** One date for each payment, none before the first. */
const daysFromFirst = (
  payments: { readonly length: number },
  dates: readonly number[],
  context: CallContext,
): number[] => {
  demand(payments.length === dates.length)
  const first = day(dates[0], context)
  return dates.map((date) => {
    const later = day(date, context) - first
    demand(later >= 0)
    return later
  })
}

/** Unlike XIRR it counts only numbers, so that any other cell leaves a date without a payment. */
const xnpv = ([rate, values, dates]: readonly Argument[], context: CallContext): number => {
  const by = addInNumber(rate)
  const payments = numbers([values], context)
  const days = daysFromFirst(payments, addInItems(dates, context), context)
  demand(by >= 0)
  return finite(sum(payments.map((payment, n) => payment / (1 + by) ** ((days[n] as number) / 365))))
}

/** Below this Excel finds no rate. */
export const leastRate = -0.9999999

/** The intervals between payments, at dates that may not be whole days yet. */
export const gapsAtDates = (dates: readonly number[], context: CallContext): Gaps =>
  gapsOf(daysFromFirst(dates, dates, context))

/** XIRR of payments at the given intervals. */
export const rateAtGaps = (payments: Float64Array, gaps: Gaps, start: number): number => {
  demand(hasBothSigns(payments) && start > -1)
  const rate = internalRateAtDays(payments, gaps, start) ?? fail(numError)
  return rate > leastRate ? rate : fail(numError)
}

const xirr = ([values, dates, guess]: readonly Argument[], context: CallContext): number => {
  const [given, at] = [array(values, context).items, array(dates, context).items]
  // Rows reserved for future payments, at the end or in between.
  const isEmpty = (n: number): boolean => given.length === at.length && given[n] === null && at[n] === null
  const payments = given.filter((_, n) => !isEmpty(n)).map(addInItem)
  const days = at.filter((_, n) => !isEmpty(n)).map(addInItem)
  const start = addInNumber(guess, 0.1)
  demand(payments.length === days.length)
  return rateAtGaps(Float64Array.from(payments), gapsAtDates(days, context), start)
}

export const cashFlowFunctions: FunctionDefinition[] = [
  define('NPV', 'vr*', ([rate, ...payments], context) => finite(netPresent(number(rate), numbers(payments, context)))),
  define('IRR', 'rv?', irr),
  define('MIRR', 'rvv', mirr),
  define('XNPV', 'vrr', xnpv),
  define('XIRR', 'rrv?', xirr),
]
