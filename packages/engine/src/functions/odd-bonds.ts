import { numError } from '@deal-canvas/workbook-reader'
import { solveRate } from '../numeric/internal-rate.ts'
import { addInNumber } from './add-in-arguments.ts'
import { finite } from './arguments.ts'
import {
  addMonths,
  type Basis,
  basisOf,
  couponDays,
  couponPeriod,
  dayOf,
  days360,
  daysBetween,
  type Frequency,
  frequencyOf,
  isLastOfMonth,
} from './bond-days.ts'
import type { Day } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type CallContext, type FunctionDefinition, fail } from './definition.ts'

/** The payments of a bond, their times in coupon periods from settlement, and the interest accrued by then. */
interface Payments {
  readonly first: { readonly amount: number; readonly time: number }
  readonly coupon: number
  /** The regular coupons after the first payment, one period apart. */
  readonly count: number
  readonly accrued: number
}

interface OddFirst {
  readonly settlement: Day
  readonly maturity: Day
  readonly issue: Day
  readonly firstCoupon: Day
  readonly coupon: number
  readonly frequency: Frequency
  readonly basis: Basis
}

const earlier = (a: Day, b: Day): Day => (a.serial < b.serial ? a : b)
const later = (a: Day, b: Day): Day => (a.serial > b.serial ? a : b)
const daysAtLeast0 = (from: Day, to: Day, basis: Basis): number => Math.max(0, daysBetween(from, to, basis))

/** The first period is shorter than the others. */
const shortFirst = (bond: OddFirst, length: number, context: CallContext): Payments => {
  const { settlement, maturity, issue, firstCoupon, coupon, frequency, basis } = bond
  return {
    first: {
      amount: (coupon * daysAtLeast0(issue, firstCoupon, basis)) / length,
      time: daysAtLeast0(settlement, firstCoupon, basis) / length,
    },
    coupon,
    count: couponPeriod(settlement, maturity, frequency, context).count - 1,
    accrued: (coupon * daysAtLeast0(issue, settlement, basis)) / length,
  }
}

/** The first period spans several regular periods; each of those is counted separately. */
const longFirst = (bond: OddFirst, length: number, context: CallContext): Payments => {
  const { settlement, maturity, issue, firstCoupon, coupon, frequency, basis } = bond
  const months = 12 / frequency
  const periods = couponPeriod(issue, firstCoupon, frequency, context).count
  let [paid, accrued, end] = [0, 0, firstCoupon]
  for (let n = periods; n >= 1; n--) {
    const start = addMonths(end, -months, false, context)
    const normal = basis === 1 ? daysAtLeast0(start, end, basis) : length
    paid += (n > 1 ? normal : daysAtLeast0(issue, end, basis)) / normal
    accrued += daysAtLeast0(later(issue, start), earlier(settlement, end), basis) / normal
    end = start
  }
  const { previous, next, count } = couponPeriod(settlement, firstCoupon, frequency, context)
  const rest =
    basis === 2 || basis === 3
      ? daysAtLeast0(settlement, next, basis)
      : length - daysBetween(previous, settlement, basis)
  return {
    first: { amount: coupon * paid, time: count - 1 + rest / length },
    coupon,
    count: couponPeriod(firstCoupon, maturity, frequency, context).count,
    accrued: coupon * accrued,
  }
}

const paymentsOf = (bond: OddFirst, context: CallContext): Payments => {
  const { settlement, issue, firstCoupon, frequency, basis } = bond
  const length = couponDays(couponPeriod(settlement, firstCoupon, frequency, context), frequency, basis)
  return daysAtLeast0(issue, firstCoupon, basis) < length
    ? shortFirst(bond, length, context)
    : longFirst(bond, length, context)
}

/** The present value of the payments at a rate per period, less the accrued interest. */
const worthAt = ({ first, coupon, count, accrued }: Payments, redemption: number, rate: number): number => {
  const growth = 1 + rate
  let worth = first.amount / growth ** first.time + redemption / growth ** (first.time + count)
  for (let n = 1; n <= count; n++) worth += coupon / growth ** (first.time + n)
  return worth - accrued
}

/** The bond's coupon schedule must end at its first coupon. */
const meetsFirstCoupon = ({ maturity, firstCoupon, frequency }: OddFirst, context: CallContext): boolean => {
  const months = 12 / frequency
  let date = maturity
  for (let n = 1; date.serial > firstCoupon.serial; n++)
    date = addMonths(maturity, -n * months, isLastOfMonth(maturity), context)
  return date.serial === firstCoupon.serial
}

const oddFirst = (args: readonly Argument[], context: CallContext) => {
  const [settled, matured, issued, first, rate, quote, redeemed, perYear, convention] = args
  const [settlement, maturity] = [dayOf(settled, context), dayOf(matured, context)]
  const [issue, firstCoupon] = [dayOf(issued, context), dayOf(first, context)]
  const [yearly, given, redemption] = [addInNumber(rate), addInNumber(quote), addInNumber(redeemed)]
  const [frequency, basis] = [frequencyOf(perYear), basisOf(convention)]
  demand(issue.serial < settlement.serial && settlement.serial < firstCoupon.serial)
  demand(firstCoupon.serial < maturity.serial && yearly >= 0 && given >= 0 && redemption > 0)
  const bond = { settlement, maturity, issue, firstCoupon, coupon: (100 * yearly) / frequency, frequency, basis }
  demand(meetsFirstCoupon(bond, context))
  return { payments: paymentsOf(bond, context), given, redemption, frequency }
}

const firstYield = (args: readonly Argument[], context: CallContext): number => {
  const { payments, given, redemption, frequency } = oddFirst(args, context)
  const value = (rate: number): number => worthAt(payments, redemption, rate) - given
  const step = 1e-6
  const slope = (rate: number): number => (value(rate + step) - value(rate - step)) / (2 * step)
  const found = solveRate((rate) => ({ value: value(rate), change: slope(rate) }), 0.05 / frequency)
  return found === undefined ? fail(numError) : found * frequency
}

/** The last period has an odd length: shares of periods paid, accrued and remaining. */
const oddLast = (args: readonly Argument[], context: CallContext) => {
  const [settled, matured, last, rate, quote, redeemed, perYear, convention] = args
  const [settlement, maturity, lastInterest] = [dayOf(settled, context), dayOf(matured, context), dayOf(last, context)]
  const [yearly, given, redemption] = [addInNumber(rate), addInNumber(quote), addInNumber(redeemed)]
  const [frequency, basis] = [frequencyOf(perYear), basisOf(convention)]
  demand(lastInterest.serial < settlement.serial && settlement.serial < maturity.serial)
  demand(yearly >= 0 && given >= 0 && redemption > 0)
  const whole = (from: Day, to: Day): number =>
    basis === 0 ? Math.max(0, days360(from, to, true)) : daysAtLeast0(from, to, basis)
  const periods = couponPeriod(lastInterest, maturity, frequency, context).count
  let [paid, accrued, left, start] = [0, 0, 0, lastInterest]
  for (let n = 1; n <= periods; n++) {
    const end = addMonths(start, 12 / frequency, false, context)
    const normal = whole(start, end)
    const days = n < periods ? normal : whole(start, maturity)
    paid += days / normal
    if (end.serial < settlement.serial) accrued += days / normal
    else accrued += daysAtLeast0(start, later(start, settlement), basis) / normal
    left += daysAtLeast0(later(settlement, start), earlier(maturity, end), basis) / normal
    start = end
  }
  const coupon = (100 * yearly) / frequency
  return { final: redemption + paid * coupon, accrued: accrued * coupon, periods: left / frequency, given }
}

export const oddBondFunctions: FunctionDefinition[] = [
  ...defineOnValues(['ODDFPRICE'], 'vvvvvvvvv?', (args, context) => {
    const { payments, given, redemption, frequency } = oddFirst(args, context)
    return finite(worthAt(payments, redemption, given / frequency))
  }),
  ...defineOnValues(['ODDFYIELD'], 'vvvvvvvvv?', firstYield),
  ...defineOnValues(['ODDLPRICE'], 'vvvvvvvv?', (args, context) => {
    const { final, accrued, periods, given } = oddLast(args, context)
    return finite(final / (1 + periods * given) - accrued)
  }),
  ...defineOnValues(['ODDLYIELD'], 'vvvvvvvv?', (args, context) => {
    const { final, accrued, periods, given } = oddLast(args, context)
    return finite((final / (given + accrued) - 1) / periods)
  }),
]
