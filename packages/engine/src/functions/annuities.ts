import { divError, numError } from '@deal-canvas/workbook-reader'
import { futureValue, interestPart, payment, presentValue } from '../numeric/annuity.ts'
import { type Slope, solveRate } from '../numeric/internal-rate.ts'
import { addInNumber } from './add-in-arguments.ts'
import { finite, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

/** Payments are at the beginning of each period for any number but 0. */
const dueOf = (arg: Argument): 0 | 1 => (number(arg) === 0 ? 0 : 1)

const pmt = ([rate, periods, present, future, type]: readonly Argument[]): number => {
  const [r, n, now, then, due] = [number(rate), number(periods), number(present), number(future), dueOf(type)]
  demand(n !== 0 && r > -1)
  return finite(payment(r, n, now, then, due))
}

const ipmt = ([rate, period, periods, present, future, type]: readonly Argument[]): number => {
  const [r, at, n, now, then, due] = [
    number(rate),
    number(period),
    number(periods),
    number(present),
    number(future),
    dueOf(type),
  ]
  demand(at >= 1 && at < n + 1)
  return finite(interestPart(r, at, n, now, then, due))
}

const ppmt = (args: readonly Argument[]): number => {
  const [rate, , periods, present, future, type] = args
  return finite(pmt([rate, periods, present, future, type]) - ipmt(args))
}

/** A value compounded at a rate; at -1 there is nothing to divide by. */
const valued = (value: number, by: number): number =>
  by === -1 && !Number.isFinite(value) ? fail(divError) : finite(value)

const nper = ([rate, each, present, future, type]: readonly Argument[]): number => {
  const [r, pay, now, then, due] = [number(rate), number(each), number(present), number(future), dueOf(type)]
  if (r === 0) return pay === 0 ? fail(numError) : -(now + then) / pay
  const paid = pay * (1 + r * due)
  const ratio = (paid - then * r) / (now * r + paid)
  demand(ratio > 0 && r > -1)
  return finite(Math.log(ratio) / Math.log1p(r))
}

/**
 * Excel documents #NUM! if 20 steps do not come within 0.0000001, but not its method. None of the methods described
 * elsewhere (Newton's and the secant method, on present or future value) finds the rate of a 360-month loan from the
 * guess of 10 % in 20 steps, which Excel does. So the search continues until the rate is found; #NUM! means that there
 * is none.
 */
const rate = ([periods, each, present, future, type, guess]: readonly Argument[]): number => {
  const [n, pay, now, then, due] = [number(periods), number(each), number(present), number(future), dueOf(type)]
  const start = number(guess, 0.1)
  demand(n > 0 && start > -1)
  const worth = (r: number): Slope => {
    const growth = (1 + r) ** n
    const slope = n * (1 + r) ** (n - 1)
    // Close to 0 the quotient loses all digits; its series is exact there.
    const small = Math.abs(r) < 1e-6
    const sum = small ? n * (1 + ((n - 1) / 2) * r) : (growth - 1) / r
    const sumSlope = small ? (n * (n - 1)) / 2 : (slope - sum) / r
    return {
      value: now * growth + pay * (1 + r * due) * sum + then,
      change: now * slope + pay * (due * sum + (1 + r * due) * sumSlope),
    }
  }
  const found = solveRate(worth, start) ?? fail(numError)
  // If there is no rate, the search creeps towards -1 and ends at a value that is not a root.
  const { value } = worth(found)
  return Math.abs(value) <= 1e-7 * (Math.abs(now * (1 + found) ** n) + Math.abs(pay * n) + Math.abs(then))
    ? found
    : fail(numError)
}

/** Interest or principal of several periods together. */
const cumulative = (args: readonly Argument[], part: (interest: number, each: number) => number): number => {
  const [r, n, now, first, last, type] = args.map((arg) => addInNumber(arg)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [from, to, due] = [Math.ceil(first), Math.trunc(last), Math.trunc(type)]
  demand(r > 0 && n > 0 && now > 0 && first >= 1 && last >= first && last <= n && (due === 0 || due === 1))
  const each = payment(r, n, now, 0, due)
  let sum = 0
  for (let period = from; period <= to; period++) sum += part(interestPart(r, period, n, now, 0, due), each)
  return finite(sum)
}

export const annuityFunctions: FunctionDefinition[] = [
  ...defineOnValues(['PMT'], 'vvvv?v?', pmt),
  ...defineOnValues(['IPMT'], 'vvvvv?v?', ipmt),
  ...defineOnValues(['PPMT'], 'vvvvv?v?', ppmt),
  ...defineOnValues(['PV'], 'vvvv?v?', ([r, n, pay, then, type]) =>
    valued(presentValue(number(r), number(n), number(pay), number(then), dueOf(type)), number(r)),
  ),
  ...defineOnValues(['FV'], 'vvvv?v?', ([r, n, pay, now, type]) =>
    valued(futureValue(number(r), number(n), number(pay), number(now), dueOf(type)), number(r)),
  ),
  ...defineOnValues(['NPER'], 'vvvv?v?', nper),
  ...defineOnValues(['RATE'], 'vvvv?v?v?', rate),
  ...defineOnValues(['ISPMT'], 'vvvv', ([r, period, n, now]) => {
    const [each, at, count, loan] = [number(r), number(period), number(n), number(now)]
    return count === 0 ? fail(divError) : loan * each * (at / count - 1)
  }),
  ...defineOnValues(['CUMIPMT'], 'vvvvvv', (args) => cumulative(args, (interest) => interest)),
  ...defineOnValues(['CUMPRINC'], 'vvvvvv', (args) => cumulative(args, (interest, each) => each - interest)),
]
