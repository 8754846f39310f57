import { addInNumber } from './add-in-arguments.ts'
import { boolean, finite } from './arguments.ts'
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
import { type Day, yearFraction } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import type { Argument, CallContext, FunctionDefinition } from './definition.ts'

interface Accrual {
  readonly issue: Day
  readonly firstInterest: Day
  readonly settlement: Day
  readonly frequency: Frequency
  readonly basis: Basis
  /** Whether to count all interest since issue, or only since the first coupon. */
  readonly sinceIssue: boolean
}

const later = (a: Day, b: Day): Day => (a.serial > b.serial ? a : b)

/** The coupon date before settlement if that is after the first coupon; otherwise the one before the first coupon. */
const periodStart = ({ firstInterest, settlement, frequency, sinceIssue }: Accrual, context: CallContext): Day => {
  const months = 12 / frequency
  const atEnd = isLastOfMonth(firstInterest)
  if (settlement.serial <= firstInterest.serial || !sinceIssue) return addMonths(firstInterest, -months, atEnd, context)
  let step = 0
  while (addMonths(firstInterest, (step + 1) * months, atEnd, context).serial < settlement.serial) step += 1
  return addMonths(firstInterest, step * months, atEnd, context)
}

/** The share of a whole coupon period that lies after the issue. */
const shareOfPeriod = (accrual: Accrual, start: Day, end: Day): number => {
  const { issue, basis, frequency, sinceIssue } = accrual
  if (issue.serial <= start.serial) return sinceIssue ? 1 : 0
  if (basis === 0) return days360(issue, end) / days360(start, end, true)
  const length = basis === 3 ? 365 / frequency : basis === 2 ? days360(start, end) : daysBetween(start, end, basis)
  return daysBetween(issue, end, basis) / length
}

/** Accrued interest, in coupons: that of the current period and of those before it, back to the issue. */
const couponsAccrued = (accrual: Accrual, context: CallContext): number => {
  const { issue, firstInterest, settlement, frequency, basis } = accrual
  const atEnd = isLastOfMonth(firstInterest)
  const first = periodStart(accrual, context)
  const running = couponPeriod(first, firstInterest, frequency, context)
  const length = couponDays(running, frequency, basis)
  let sum = daysBetween(later(issue, first), settlement, basis) / length
  for (let end = first; end.serial > issue.serial; ) {
    const start = addMonths(end, -12 / frequency, atEnd, context)
    sum += shareOfPeriod(accrual, start, end)
    end = start
  }
  return sum
}

const accrued = (args: readonly Argument[], context: CallContext): number => {
  const [issued, first, settled, rate, face, perYear, convention, method] = args
  const [issue, firstInterest, settlement] = [dayOf(issued, context), dayOf(first, context), dayOf(settled, context)]
  const [yearly, par] = [addInNumber(rate), addInNumber(face, 1000)]
  const [frequency, basis] = [frequencyOf(perYear), basisOf(convention)]
  const sinceIssue = boolean(method, true)
  demand(issue.serial < settlement.serial && yearly > 0 && par > 0)
  const coupons = couponsAccrued({ issue, firstInterest, settlement, frequency, basis, sinceIssue }, context)
  return finite(((par * yearly) / frequency) * coupons)
}

export const accruedInterestFunctions: FunctionDefinition[] = [
  ...defineOnValues(['ACCRINT'], 'vvvvvvv?v?', accrued),
  ...defineOnValues(['ACCRINTM'], 'vvvv?v?', ([issued, settled, rate, face, convention], context) => {
    const [issue, settlement] = [dayOf(issued, context), dayOf(settled, context)]
    const [yearly, par, basis] = [addInNumber(rate), addInNumber(face, 1000), basisOf(convention)]
    demand(issue.serial < settlement.serial && yearly > 0 && par > 0)
    return par * yearly * yearFraction(issue, settlement, basis)
  }),
]
