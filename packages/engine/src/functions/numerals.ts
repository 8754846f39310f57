import { numError, valueError } from '@deal-canvas/workbook-reader'
import { isError } from '../value/value.ts'
import { finite, integer, number, scalar, text } from './arguments.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'

const letters = ['M', 'D', 'C', 'L', 'X', 'V', 'I'] as const
const worth = [1000, 500, 100, 50, 10, 5, 1] as const

/**
 * Roman numerals, from the classical form (0) to the shortest (4): the form says how many letters further down a letter
 * can be placed before another.
 */
const toRoman = (value: number, form: number): string => {
  let [rest, numeral] = [value, '']
  for (let place = 0; place <= 3; place++) {
    const at = place * 2
    const unit = worth[at] as number
    const digit = Math.floor(rest / unit)
    if (digit % 5 === 4) {
      const high = at - (digit === 4 ? 1 : 2)
      let low = at
      for (let steps = 0; steps < form && low < 6; ) {
        if ((worth[low + 1] as number) + rest < (worth[high] as number)) break
        low++
        steps++
      }
      const before = letters[low] as string
      numeral += before + (letters[high] as string)
      rest += (worth[low] as number) - (worth[high] as number)
      // A shorter form may leave what belongs to a lower place; it is written by the places that follow.
    } else {
      if (digit > 4) numeral += letters[at - 1] as string
      numeral += (letters[at] as string).repeat(digit % 5)
      rest %= unit
    }
  }
  return numeral
}

const romanForm = (arg: Argument): number => {
  const given = scalar(arg)
  if (typeof given === 'boolean') return given ? 0 : 4
  const form = integer(arg)
  return form < 0 || form > 4 ? fail(valueError) : form
}

const fromRoman = (given: string): number => {
  const numeral = given.trim().toUpperCase()
  const negative = numeral.startsWith('-')
  let [sum, last] = [0, 0]
  for (const letter of [...numeral.slice(negative ? 1 : 0)].reverse()) {
    const place = (letters as readonly string[]).indexOf(letter)
    if (place === -1) return fail(valueError)
    const value = worth[place] as number
    sum += value < last ? -value : value
    last = Math.max(last, value)
  }
  return negative ? -sum : sum
}

const inBase = (value: number, base: number, length: number): string => {
  if (value < 0 || value >= 2 ** 53 || base < 2 || base > 36 || length < 0 || length > 255) return fail(numError)
  return value.toString(base).toUpperCase().padStart(length, '0')
}

const fromBase = (given: string, base: number): number => {
  if (base < 2 || base > 36) return fail(numError)
  let digits = given.trim().toLowerCase()
  if (base === 16) digits = digits.replace(/^0?x/, '').replace(/h$/, '')
  if (base === 2) digits = digits.replace(/b$/, '')
  let value = 0
  for (const digit of digits) {
    const worth = Number.parseInt(digit, 36)
    if (Number.isNaN(worth) || worth >= base) return fail(numError)
    value = value * base + worth
  }
  return finite(value)
}

export const numeralFunctions: FunctionDefinition[] = [
  define('ROMAN', 'vv?', ([value, form]) => {
    const whole = integer(value)
    return whole < 0 || whole > 3999 ? fail(valueError) : toRoman(whole, romanForm(form))
  }),
  define('ARABIC', 'v', ([numeral]) => {
    const given = scalar(numeral)
    if (isError(given)) return fail(given)
    return typeof given === 'number' || typeof given === 'boolean' ? fail(valueError) : fromRoman(given ?? '')
  }),
  define('BASE', 'vvv?', ([value, base, length]) => inBase(Math.trunc(number(value)), integer(base), integer(length))),
  define('DECIMAL', 'vv', ([digits, base]) => fromBase(text(digits), integer(base))),
]
