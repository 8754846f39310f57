import type { Token } from './format-code.ts'
import { cut, decimalDigits, isDigit, layFraction, layWhole, plain } from './format-digits.ts'

/** Whether there are commas between digits, which ask for groups of three. */
const isGrouped = (whole: readonly Token[]): boolean => {
  const last = whole.findLastIndex(isDigit)
  const first = whole.findIndex(isDigit)
  return whole.some(({ kind }, place) => kind === 'comma' && place > first && place < last)
}

/** Commas after the last digit before the decimal point: each divides by a thousand. */
const thousands = (whole: readonly Token[]): number => {
  let found = 0
  for (let place = whole.findLastIndex(isDigit) + 1; place > 0 && whole[place]?.kind === 'comma'; place++) found += 1
  return found
}

/** A number without its sign, formatted with the digit placeholders. */
export const decimalText = (size: number, tokens: readonly Token[]): string => {
  const [whole, after] = cut(tokens, 'point')
  const places = after?.filter(isDigit).length ?? 0
  const commas = thousands(whole) + thousands(after ?? [])
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  const scaled = (size * 100 ** percents) / 1000 ** commas
  const digits = decimalDigits(scaled, places)
  return (
    layWhole(whole, digits.whole, isGrouped(whole)) +
    (after === undefined ? '' : `.${layFraction(after, digits.fraction)}`)
  )
}

/** The same with an exponent: a multiple of the number of placeholders before the point. */
export const exponentText = (size: number, tokens: readonly Token[]): string => {
  const [mantissa, rest = []] = cut(tokens, 'exponent')
  const mark = tokens.find((token) => token.kind === 'exponent')
  const [whole, after] = cut(mantissa, 'point')
  const step = Math.max(1, whole.filter(isDigit).length)
  const places = after?.filter(isDigit).length ?? 0
  const powerOf = (value: number): number => (value === 0 ? 0 : Number(value.toExponential(14).split('e')[1]))
  let power = Math.floor(powerOf(size) / step) * step
  let digits = decimalDigits(scaledBy(size, -power), places)
  if (digits.whole.length > step) {
    power += step
    digits = decimalDigits(scaledBy(size, -power), places)
  }
  const sign = power < 0 ? '-' : mark?.always === true ? '+' : ''
  const first = rest.findIndex(isDigit)
  const number = layWhole(rest.slice(Math.max(first, 0)), String(Math.abs(power)), false)
  // A zero fills all placeholders before the point.
  const shown = digits.whole === '' ? '0'.repeat(size === 0 ? step : 1) : digits.whole
  return [
    layWhole(whole, shown, isGrouped(whole)),
    after === undefined ? '' : `.${layFraction(after, digits.fraction)}`,
    mark?.letter ?? 'E',
    rest.slice(0, Math.max(first, 0)).map(plain).join(''),
    sign + number,
  ].join('')
}

const scaledBy = (value: number, power: number): number => {
  const [mantissa = '0', own = '0'] = value.toExponential().split('e')
  return Number(`${mantissa}e${Number(own) + power}`)
}
