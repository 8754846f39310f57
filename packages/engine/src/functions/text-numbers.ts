import { valueError } from '@deal-canvas/workbook-reader'
import { roundDecimal } from '../numeric/decimal.ts'
import { numberFromText } from '../value/number-from-text.ts'
import { boolean, integer, number, scalar, text } from './arguments.ts'
import { shift } from './calendar.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { formatNumber, formatText } from './number-format.ts'

const format = ([given, code]: readonly Argument[], context: CallContext): string => {
  const value = scalar(given)
  const pattern = text(code)
  if (pattern === '') return typeof value === 'string' ? value : ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const read = typeof value === 'string' ? numberFromText(value) : number(value)
  if (read === undefined) return formatText(String(value), pattern)
  const isDate = /[ymdhs]/i.test(pattern.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]|general/gi, ''))
  return formatNumber(isDate ? read + shift(context) : read, pattern) ?? fail(valueError)
}

/** A number rounded to the given places, before or after the point, with or without groups of three. */
const fixed = (value: number, places: number, grouped: boolean): string => {
  if (places > 127 || places < -127) fail(valueError)
  const rounded = roundDecimal(value, places)
  const code = `${grouped ? '#,##0' : '0'}${places > 0 ? `.${'0'.repeat(places)}` : ''}`
  return formatNumber(rounded, code) ?? fail(valueError)
}

const value = (arg: Argument): number => {
  const given = scalar(arg)
  if (typeof given === 'boolean') return fail(valueError)
  return number(given)
}

/** A number in text with other decimal and group separators. */
const numberValue = ([given, decimal, group]: readonly Argument[]): number => {
  const point = text(decimal, '.').charAt(0)
  const comma = text(group, ',').charAt(0)
  if (point === '' || comma === '' || point === comma) fail(valueError)
  const words = text(given).replaceAll(/\s/g, '')
  if (words === '') return 0
  const [, digits = '', percent = ''] = /^([^%]*)(%*)$/.exec(words) ?? fail(valueError)
  const place = digits.indexOf(point)
  const [before, after] = place === -1 ? [digits, undefined] : [digits.slice(0, place), digits.slice(place + 1)]
  if (after?.includes(comma)) fail(valueError)
  const spelt = before.replaceAll(comma, '') + (after === undefined ? '' : `.${after}`)
  return (
    (/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(spelt) ? Number(spelt) : fail(valueError)) / 100 ** percent.length
  )
}

export const textNumberFunctions: FunctionDefinition[] = [
  define('TEXT', 'vv', format),
  define('VALUE', 'v', ([given]) => value(given)),
  define('NUMBERVALUE', 'vv?v?', numberValue),
  define('FIXED', 'vv?v?', ([given, places, plain]) => fixed(number(given), integer(places, 2), !boolean(plain))),
  define('DOLLAR', 'vv?', ([given, places]) => {
    const amount = number(given)
    const written = fixed(Math.abs(amount), integer(places, 2), true)
    return amount < 0 && /[1-9]/.test(written) ? `($${written})` : `$${written}`
  }),
]
