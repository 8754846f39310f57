import { withoutTrailing } from '../value/without-trailing.ts'
import type { Token } from './format-code.ts'

/** The digits before and after the decimal point, rounded half up to the given places, from a number's 15 digits. */
export const decimalDigits = (value: number, places: number): { whole: string; fraction: string } => {
  const [mantissa = '0', power = '0'] = Math.abs(value).toExponential(14).split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(power) + 1
  const padded = point > 0 ? digits.padEnd(point + places + 1, '0') : '0'.repeat(1 - point) + digits
  const at = Math.max(point, 1)
  const kept = `0${padded.slice(0, at + places).padEnd(at + places, '0')}`
  const rounded = (padded.charAt(at + places) >= '5' ? BigInt(kept) + 1n : BigInt(kept))
    .toString()
    .padStart(places + 1, '0')
  return {
    whole: rounded.slice(0, rounded.length - places).replace(/^0+/, ''),
    fraction: rounded.slice(rounded.length - places),
  }
}

export const isDigit = (token: Token): boolean => token.kind === 'digit'

/** The tokens before and after the first of a kind. */
export const cut = (
  tokens: readonly Token[],
  kind: Token['kind'],
): [before: readonly Token[], after: readonly Token[] | undefined] => {
  const place = tokens.findIndex((token) => token.kind === kind)
  return place === -1 ? [tokens, undefined] : [tokens.slice(0, place), tokens.slice(place + 1)]
}

/** The character for a placeholder for which the number has no digit. */
const blank = (token: Token): string =>
  token.kind !== 'digit' || token.text === '#' ? '' : token.text === '0' ? '0' : ' '

/** Fills placeholders with digits from the right; excess digits come before the first placeholder. */
export const layWhole = (tokens: readonly Token[], digits: string, grouped: boolean): string => {
  const places = tokens.filter(isDigit).length
  let [out, left, written] = ['', digits.length, 0]
  const put = (digit: string): void => {
    const comma = grouped && written > 0 && written % 3 === 0
    out = digit + (comma ? (digit === ' ' ? ' ' : ',') : '') + out
    written += 1
  }
  let place = places
  for (const token of [...tokens].reverse()) {
    if (isDigit(token)) {
      place -= 1
      if (left > 0) put(digits.charAt(--left))
      else if (blank(token) !== '') put(blank(token))
      if (place === 0) while (left > 0) put(digits.charAt(--left))
    } else out = plain(token) + out
  }
  return out
}

/** Digits after the point; optional placeholders are dropped from the right. */
export const layFraction = (tokens: readonly Token[], digits: string): string => {
  const significant = withoutTrailing(digits, '0').length
  let [out, place] = ['', 0]
  for (const token of tokens) {
    if (!isDigit(token)) out += plain(token)
    else {
      out += place < significant ? digits.charAt(place) : blank(token)
      place += 1
    }
  }
  return out
}

/** A token that is not a digit, as text. */
export const plain = (token: Token): string => {
  switch (token.kind) {
    case 'literal':
      return token.text
    case 'percent':
      return '%'
    case 'slash':
      return '/'
    case 'point':
      return '.'
    default:
      return ''
  }
}

/** A number in the General format, which has space for 11 characters. */
export const generalText = (value: number): string => {
  const sign = value < 0 ? '-' : ''
  const size = Math.abs(value)
  const power = size === 0 ? 0 : Math.floor(Math.log10(size))
  const exact = String(Number(size.toPrecision(15)))
  if (exact.length <= 11 && !exact.includes('e')) return sign + exact
  if (power < 11 && power >= -4) {
    const places = power < 0 ? 9 : Math.max(0, 9 - power)
    const { whole, fraction } = decimalDigits(size, places)
    const tail = withoutTrailing(fraction, '0')
    return `${sign}${whole === '' ? '0' : whole}${tail === '' ? '' : `.${tail}`}`
  }
  const decimal = size < 1 ? withoutTrailing(decimalDigits(size, 9).fraction, '0') : ''
  if (decimal !== '' && Number(`0.${decimal}`) === Number(size.toPrecision(15))) return `${sign}0.${decimal}`
  const [mantissa = '', exponent = '0'] = size.toExponential(5).split('e')
  const short = mantissa.includes('.') ? withoutTrailing(withoutTrailing(mantissa, '0'), '.') : mantissa
  return `${sign}${short}E${Number(exponent) < 0 ? '-' : '+'}${String(Math.abs(Number(exponent))).padStart(2, '0')}`
}
