import { daysInMonth, isLeapYear } from '@deal-canvas/workbook-reader'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { type Basis, basisOf, dayOf, daysBetween } from './bond-days.ts'
import type { Day } from './day-count.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import type { Argument, CallContext, FunctionDefinition } from './definition.ts'

/** An asset under French accounting rules: its first year can be partial. */
interface Asset {
  readonly cost: number
  readonly salvage: number
  readonly period: number
  readonly rate: number
  /** The share of a year until the end of the first period. */
  readonly firstYear: number
}

/** In years of 365 days the leap day does not count. */
const withoutLeapDay = (date: Day, basis: Basis): Day => {
  const isLeapDay = date.month === 2 && date.day === 29 && daysInMonth(date.year, 2) === 29
  return isLeapDay && (basis === 1 || basis === 3) ? { ...date, day: 28, serial: date.serial - 1 } : date
}

const assetOf = (args: readonly Argument[], context: CallContext): Asset => {
  const [price, bought, first, rest, at, share, convention] = args
  const [cost, purchase, firstEnd] = [addInNumber(price), dayOf(bought, context), dayOf(first, context)]
  const [salvage, period, rate, basis] = [addInNumber(rest), addInInteger(at), addInNumber(share), basisOf(convention)]
  demand(cost >= 0 && salvage >= 0 && salvage <= cost && period >= 0 && rate > 0 && basis !== 2)
  demand(purchase.serial <= firstEnd.serial)
  const year = basis === 1 ? (isLeapYear(purchase.year) ? 366 : 365) : basis === 3 ? 365 : 360
  const days = daysBetween(withoutLeapDay(purchase, basis), withoutLeapDay(firstEnd, basis), basis)
  return { cost, salvage, period, rate, firstYear: days / year || 1 }
}

/** The same amount every year, with the remainder in the first and last year. */
const linear = (args: readonly Argument[], context: CallContext): number => {
  const { cost, salvage, period, rate, firstYear } = assetOf(args, context)
  let left = cost - salvage
  let amount = 0
  for (let n = 0; n <= period; n++) {
    amount = Math.min(left, n === 0 ? cost * rate * firstYear : cost * rate)
    left -= amount
  }
  return amount
}

/** The coefficient of the rate for a life in years. */
const coefficient = (life: number): number => (life < 3 ? 1 : life < 5 ? 1.5 : life <= 6 ? 2 : 2.5)

const round = (value: number): number => Math.floor(value + 0.5)

/** A share of the remaining value, in whole units; half of the rest in each of the last two years. */
const degressive = (args: readonly Argument[], context: CallContext): number => {
  const { cost, salvage, period, rate, firstYear } = assetOf(args, context)
  const life = 1 / rate
  demand(life > 2 && !(life > 4 && life < 5))
  const periods = Math.ceil(life)
  const raised = rate * coefficient(periods)
  let amount = round(firstYear * raised * cost)
  let left = cost - amount
  let rest = left - salvage
  for (let n = 0; n < period; n++) {
    amount = round(raised * left)
    rest -= amount
    if (rest < 0) return period - n <= 1 ? round(left * 0.5) : 0
    left -= amount
  }
  return amount
}

export const frenchDepreciationFunctions: FunctionDefinition[] = [
  ...defineOnValues(['AMORLINC'], 'vvvvvvv?', linear),
  ...defineOnValues(['AMORDEGRC'], 'vvvvvvv?', degressive),
]
