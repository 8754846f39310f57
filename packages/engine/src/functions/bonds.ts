import { numError } from '@deal-canvas/workbook-reader'
import { solveRate } from '../numeric/internal-rate.ts'
import { addInNumber } from './add-in-arguments.ts'
import { finite } from './arguments.ts'
import { basisOf, couponDays, couponPeriod, dayOf, daysBetween, frequencyOf } from './bond-days.ts'
import { yearFraction } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type CallContext, type FunctionDefinition, fail } from './definition.ts'

/** The remaining payments of a bond at settlement. */
interface Bond {
  readonly coupon: number
  readonly redemption: number
  readonly frequency: number
  /** Coupons still to be paid. */
  readonly count: number
  /** The share of the current period that has passed, and that is left. */
  readonly passed: number
  readonly left: number
}

/** Settlement, maturity and coupon rate come first, frequency and basis last. */
const bondOf = (
  dates: readonly Argument[],
  redemption: number,
  terms: readonly Argument[],
  context: CallContext,
): Bond => {
  const [settled, matured, rate] = dates
  const [perYear, convention] = terms
  const [settlement, maturity] = [dayOf(settled, context), dayOf(matured, context)]
  const yearly = addInNumber(rate)
  const [frequency, basis] = [frequencyOf(perYear), basisOf(convention)]
  demand(settlement.serial < maturity.serial && yearly >= 0)
  const period = couponPeriod(settlement, maturity, frequency, context)
  const length = couponDays(period, frequency, basis)
  const passed = daysBetween(period.previous, settlement, basis) / length
  return { coupon: (100 * yearly) / frequency, redemption, frequency, count: period.count, passed, left: 1 - passed }
}

/** The clean price (without accrued interest) at a yield. */
const priceAt = ({ coupon, redemption, frequency, count, passed, left }: Bond, yearly: number): number => {
  const rate = yearly / frequency
  if (count === 1) return (redemption + coupon) / (1 + left * rate) - coupon * passed
  let worth = redemption / (1 + rate) ** (count - 1 + left)
  for (let n = 0; n < count; n++) worth += coupon / (1 + rate) ** (n + left)
  return worth - coupon * passed
}

/** The derivative of the price with respect to the yield. */
const slopeAt = ({ coupon, redemption, frequency, count, left }: Bond, yearly: number): number => {
  const factor = 1 + yearly / frequency
  let slope = (-(count - 1 + left) * redemption) / factor ** (count + left)
  for (let n = 0; n < count; n++) slope -= ((n + left) * coupon) / factor ** (n + 1 + left)
  return slope / frequency
}

const yieldAt = (bond: Bond, price: number): number => {
  const { coupon, redemption, frequency, count, passed, left } = bond
  if (count === 1) {
    const paid = price + coupon * passed
    return (((redemption + coupon - paid) / paid) * frequency) / left
  }
  // In rates per period, which are above -1 if a price exists.
  const found = solveRate(
    (rate) => ({
      value: priceAt(bond, rate * frequency) - price,
      change: slopeAt(bond, rate * frequency) * frequency,
    }),
    0.05 / frequency,
  )
  return found === undefined ? fail(numError) : found * frequency
}

const price = (args: readonly Argument[], context: CallContext): number => {
  const [yearly, redemption] = [addInNumber(args[3]), addInNumber(args[4])]
  demand(yearly >= 0 && redemption > 0)
  return finite(priceAt(bondOf(args, redemption, args.slice(5), context), yearly))
}

const yieldOf = (args: readonly Argument[], context: CallContext): number => {
  const [paid, redemption] = [addInNumber(args[3]), addInNumber(args[4])]
  demand(paid > 0 && redemption > 0)
  return finite(yieldAt(bondOf(args, redemption, args.slice(5), context), paid))
}

/** The mean time to the payments, weighted by their present value; in years. */
const duration = (args: readonly Argument[], context: CallContext): { years: number; growth: number } => {
  const yearly = addInNumber(args[3])
  demand(yearly >= 0)
  const { coupon, frequency, count, left } = bondOf(args, 100, args.slice(4), context)
  const growth = 1 + yearly / frequency
  let [worth, weighted] = [0, 0]
  for (let n = 0; n < count; n++) {
    const time = n + left
    const payment = (n === count - 1 ? 100 + coupon : coupon) / growth ** time
    worth += payment
    weighted += payment * time
  }
  return { years: weighted / worth / frequency, growth }
}

/** Securities that pay all interest at maturity; times are in years by the day count of the first period. */
const untilMaturity = (args: readonly Argument[], context: CallContext) => {
  const [settled, matured, issued, rate, quote, convention] = args
  const [settlement, maturity, issue] = [dayOf(settled, context), dayOf(matured, context), dayOf(issued, context)]
  const [yearly, given, basis] = [addInNumber(rate), addInNumber(quote), basisOf(convention)]
  demand(settlement.serial < maturity.serial && issue.serial < settlement.serial && yearly >= 0)
  const before = yearFraction(issue, settlement, basis)
  const year = daysBetween(issue, settlement, basis) / before
  const whole = daysBetween(issue, maturity, basis) / year
  return { yearly, given, before, whole, after: whole - before }
}

export const bondFunctions: FunctionDefinition[] = [
  ...defineOnValues(['PRICE'], 'vvvvvvv?', price),
  ...defineOnValues(['YIELD'], 'vvvvvvv?', yieldOf),
  ...defineOnValues(['DURATION'], 'vvvvvv?', (args, context) => finite(duration(args, context).years)),
  ...defineOnValues(['MDURATION'], 'vvvvvv?', (args, context) => {
    const { years, growth } = duration(args, context)
    return finite(years / growth)
  }),
  ...defineOnValues(['PRICEMAT'], 'vvvvvv?', (args, context) => {
    const { yearly, given, before, whole, after } = untilMaturity(args, context)
    demand(given >= 0)
    return (100 + whole * yearly * 100) / (1 + after * given) - before * yearly * 100
  }),
  ...defineOnValues(['YIELDMAT'], 'vvvvvv?', (args, context) => {
    const { yearly, given, before, whole, after } = untilMaturity(args, context)
    demand(given > 0)
    const paid = given / 100 + before * yearly
    return (whole * yearly + 1 - paid) / paid / after
  }),
]
