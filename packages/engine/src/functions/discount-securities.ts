import { addInNumber } from './add-in-arguments.ts'
import { finite } from './arguments.ts'
import { addMonths, basisOf, dayOf } from './bond-days.ts'
import { yearFraction } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import type { Argument, CallContext, FunctionDefinition } from './definition.ts'

/** A discount security: two amounts or rates, both above 0, and the years from settlement to maturity. */
const withoutCoupons = (
  name: string,
  compute: (first: number, second: number, years: number) => number,
): FunctionDefinition[] =>
  defineOnValues([name], 'vvvvv?', ([settled, matured, firstValue, secondValue, convention], context) => {
    const [settlement, maturity] = [dayOf(settled, context), dayOf(matured, context)]
    const [first, second, basis] = [addInNumber(firstValue), addInNumber(secondValue), basisOf(convention)]
    demand(settlement.serial < maturity.serial && first > 0 && second > 0)
    return finite(compute(first, second, yearFraction(settlement, maturity, basis)))
  })

const received = (investment: number, discount: number, years: number): number => {
  demand(discount * years < 1)
  return investment / (1 - discount * years)
}

/** A treasury bill: the days to maturity, at most a year, and a rate or price above 0. */
const bill = (args: readonly Argument[], context: CallContext): { days: number; given: number } => {
  const [settled, matured, quote] = args
  const [settlement, maturity, given] = [dayOf(settled, context), dayOf(matured, context), addInNumber(quote)]
  const yearLater = addMonths(settlement, 12, false, context)
  demand(settlement.serial < maturity.serial && maturity.serial <= yearLater.serial && given > 0)
  return { days: maturity.serial - settlement.serial, given }
}

const billPrice = (args: readonly Argument[], context: CallContext): number => {
  const { days, given } = bill(args, context)
  const price = 100 * (1 - (given * days) / 360)
  demand(price > 0)
  return price
}

/** The bond-equivalent yield. With more than half a year to maturity such a bond pays a coupon in between. */
const billAsBond = (args: readonly Argument[], context: CallContext): number => {
  const { days, given } = bill(args, context)
  const price = billPrice(args, context) / 100
  if (days <= 182) return (365 * given) / (360 - given * days)
  const years = days / (days === 366 ? 366 : 365)
  return (2 * (Math.sqrt(years ** 2 - (2 * years - 1) * (1 - 1 / price)) - years)) / (2 * years - 1)
}

export const discountSecurityFunctions: FunctionDefinition[] = [
  ...withoutCoupons('DISC', (price, redemption, years) => (1 - price / redemption) / years),
  ...withoutCoupons('INTRATE', (investment, redemption, years) => (redemption / investment - 1) / years),
  ...withoutCoupons('RECEIVED', received),
  ...withoutCoupons('PRICEDISC', (discount, redemption, years) => redemption * (1 - discount * years)),
  ...withoutCoupons('YIELDDISC', (price, redemption, years) => (redemption / price - 1) / years),
  ...defineOnValues(['TBILLPRICE'], 'vvv', billPrice),
  ...defineOnValues(['TBILLYIELD'], 'vvv', (args, context) => {
    const { days, given } = bill(args, context)
    return (((100 - given) / given) * 360) / days
  }),
  ...defineOnValues(['TBILLEQ'], 'vvv', billAsBond),
]
