import { type ErrorValue, valueError } from '@deal-canvas/workbook-reader'
import { numberFromText } from './number-from-text.ts'
import type { Scalar } from './value.ts'
import { withoutTrailing } from './without-trailing.ts'

/** A number as operators and most functions need it: text that reads as a number counts, an empty cell is 0. */
export const toNumber = (value: Scalar): number | ErrorValue => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null) return 0
  if (typeof value === 'string') return numberFromText(value) ?? valueError
  return value
}

/** A condition: numbers other than 0 are true; text is true only if it is TRUE. */
export const toBoolean = (value: Scalar): boolean | ErrorValue => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (value === null) return false
  if (typeof value !== 'string') return value
  const word = value.toUpperCase()
  return word === 'TRUE' ? true : word === 'FALSE' ? false : valueError
}

/** Text as `&` joins it: numbers with up to 15 digits, as in a cell with the General format. */
export const toText = (value: Scalar): string | ErrorValue => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberToText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return value === null ? '' : value
}

/** A number with 15 digits; a very large or small one with an exponent. */
export const numberToText = (value: number): string => {
  if (value === 0) return '0'
  const rounded = Number(value.toPrecision(15))
  const size = Math.abs(rounded)
  if (size >= 1e21 || size < 1e-9) {
    const [mantissa = '', exponent = ''] = rounded.toExponential().split('e')
    const power = Number(exponent)
    return `${mantissa}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  }
  const text = String(rounded)
  return text.includes('e') ? withoutTrailing(withoutTrailing(rounded.toFixed(20), '0'), '.') : text
}
