import {
  type Basis,
  basisOf,
  type CouponPeriod,
  couponDays,
  couponPeriod,
  dayOf,
  days360,
  daysBetween,
  type Frequency,
  frequencyOf,
} from './bond-days.ts'
import type { Day } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import type { FunctionDefinition } from './definition.ts'

interface Coupon extends CouponPeriod {
  readonly settlement: Day
  readonly frequency: Frequency
  readonly basis: Basis
}

const daysToNext = ({ settlement, previous, next, basis }: Coupon): number => {
  if (basis === 0) return days360(previous, next, true) - days360(previous, settlement)
  return daysBetween(settlement, next, basis)
}

const ofCoupon = (name: string, compute: (coupon: Coupon) => number): FunctionDefinition[] =>
  defineOnValues([name], 'vvvv?', ([settled, matured, perYear, convention], context) => {
    const [settlement, maturity] = [dayOf(settled, context), dayOf(matured, context)]
    const [frequency, basis] = [frequencyOf(perYear), basisOf(convention)]
    demand(settlement.serial < maturity.serial)
    return compute({ settlement, frequency, basis, ...couponPeriod(settlement, maturity, frequency, context) })
  })

export const couponFunctions: FunctionDefinition[] = [
  ...ofCoupon('COUPDAYBS', ({ previous, settlement, basis }) => daysBetween(previous, settlement, basis)),
  ...ofCoupon('COUPDAYS', (coupon) => couponDays(coupon, coupon.frequency, coupon.basis)),
  ...ofCoupon('COUPDAYSNC', daysToNext),
  ...ofCoupon('COUPNCD', ({ next }) => next.serial),
  ...ofCoupon('COUPPCD', ({ previous }) => previous.serial),
  ...ofCoupon('COUPNUM', ({ count }) => count),
]
