import { internalRate, internalRateAtTimes } from '../numeric/internal-rate.ts'
import { divError, numError } from '../value/error-value.ts'
import { isError } from '../value/value.ts'
import { addInNumber } from './add-in-arguments.ts'
import { array, finite, number, numbers } from './arguments.ts'
import { day } from './calendar.ts'
import { demand } from './define-on-values.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { sum } from './summaries.ts'

/** What payments at the end of each period are worth now. */
const netPresent = (rate: number, payments: readonly number[]): number => {
  if (rate === -1) return fail(divError)
  let worth = 0
  payments.forEach((payment, n) => {
    worth += payment / (1 + rate) ** (n + 1)
  })
  return worth
}

const hasBothSigns = (payments: readonly number[]): boolean =>
  payments.some((payment) => payment > 0) && payments.some((payment) => payment < 0)

const irr = ([list, guess]: readonly Argument[], context: CallContext): number => {
  const payments = numbers([list], context)
  const start = number(guess, 0.1)
  demand(hasBothSigns(payments) && start > -1)
  return internalRate(payments, start) ?? fail(numError)
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

interface DatedPayments {
  readonly payments: readonly number[]
  /** From the first date on. */
  readonly years: readonly number[]
}

/** Days as XNPV and XIRR take them; text and the like is #VALUE!. */
const addInItems = (arg: Argument, context: CallContext): number[] =>
  array(arg, context).items.map((item) => (isError(item) ? fail(item) : addInNumber(item)))

const datedPayments = (payments: readonly number[], dates: Argument, context: CallContext): DatedPayments => {
  const days = addInItems(dates, context).map((date) => day(date, context))
  demand(payments.length === days.length)
  const first = days[0] as number
  demand(days.every((date) => date >= first))
  return { payments, years: days.map((date) => (date - first) / 365) }
}

/** Unlike XIRR it counts numbers alone, so that any other cell leaves a date without a payment. */
const xnpv = ([rate, values, dates]: readonly Argument[], context: CallContext): number => {
  const by = addInNumber(rate)
  const { payments, years } = datedPayments(numbers([values], context), dates, context)
  demand(by >= 0)
  return finite(sum(payments.map((payment, n) => payment / (1 + by) ** (years[n] as number))))
}

/** Below this Excel finds no rate. */
const leastRate = -0.9999999

const xirr = ([values, dates, guess]: readonly Argument[], context: CallContext): number => {
  const { payments, years } = datedPayments(addInItems(values, context), dates, context)
  const start = addInNumber(guess, 0.1)
  demand(hasBothSigns(payments) && start > -1)
  const rate = internalRateAtTimes(payments, years, start) ?? fail(numError)
  return rate > leastRate ? rate : fail(numError)
}

export const cashFlowFunctions: FunctionDefinition[] = [
  define('NPV', 'vr*', ([rate, ...payments], context) => finite(netPresent(number(rate), numbers(payments, context)))),
  define('IRR', 'rv?', irr),
  define('MIRR', 'rvv', mirr),
  define('XNPV', 'vrr', xnpv),
  define('XIRR', 'rrv?', xirr),
]
