import { divError } from '@deal-canvas/workbook-reader'
import { isError } from '../value/value.ts'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { array, finite, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'

const effect = ([nominal, perYear]: readonly Argument[]): number => {
  const [rate, periods] = [addInNumber(nominal), addInInteger(perYear)]
  demand(rate > 0 && periods >= 1)
  return finite((1 + rate / periods) ** periods - 1)
}

const nominal = ([effective, perYear]: readonly Argument[]): number => {
  const [rate, periods] = [addInNumber(effective), addInInteger(perYear)]
  demand(rate > 0 && periods >= 1)
  return finite(((1 + rate) ** (1 / periods) - 1) * periods)
}

/** The rate at which one value grows to another. */
const growthRate = ([periods, present, future]: readonly Argument[]): number => {
  const [n, now, then] = [number(periods), number(present), number(future)]
  demand(n > 0 && now !== 0)
  return finite((then / now) ** (1 / n) - 1)
}

const periodsToGrow = ([rate, present, future]: readonly Argument[]): number => {
  const [by, now, then] = [number(rate), number(present), number(future)]
  demand(by > 0 && now > 0 && then > 0)
  return (Math.log(then) - Math.log(now)) / Math.log1p(by)
}

/** A price with a fraction after the point, such as 1.02 for 1 2/16, and its denominator. */
const quoted = ([price, fraction]: readonly Argument[]): {
  whole: number
  rest: number
  parts: number
  scale: number
} => {
  const [given, parts] = [addInNumber(price), addInInteger(fraction)]
  demand(addInNumber(fraction) >= 0)
  if (parts < 1) return fail(divError)
  const whole = Math.trunc(given)
  return { whole, rest: given - whole, parts, scale: 10 ** Math.ceil(Math.log10(parts)) }
}

export const interestRateFunctions: FunctionDefinition[] = [
  ...defineOnValues(['EFFECT'], 'vv', effect),
  ...defineOnValues(['NOMINAL'], 'vv', nominal),
  ...defineOnValues(['RRI'], 'vvv', growthRate),
  ...defineOnValues(['PDURATION'], 'vvv', periodsToGrow),
  ...defineOnValues(['DOLLARDE'], 'vv', (args) => {
    const { whole, rest, parts, scale } = quoted(args)
    return whole + (rest * scale) / parts
  }),
  ...defineOnValues(['DOLLARFR'], 'vv', (args) => {
    const { whole, rest, parts, scale } = quoted(args)
    return whole + (rest * parts) / scale
  }),
  define('FVSCHEDULE', 'vr', ([principal, schedule], context) => {
    const rates = array(schedule, context).items.map((item) => (isError(item) ? fail(item) : addInNumber(item)))
    return finite(rates.reduce((worth, rate) => worth * (1 + rate), addInNumber(principal)))
  }),
]
