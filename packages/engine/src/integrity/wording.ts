import { isError, type Scalar } from '../value/value.ts'
import { withoutTrailing } from '../value/without-trailing.ts'

/** A number as it is read in a sentence: thousands apart, as many digits as tell it. */
export const saidNumber = (value: number): string => {
  const size = Math.abs(value)
  const rounded = size >= 1000 ? value.toFixed(size >= 100_000 ? 0 : 2) : String(Number(value.toPrecision(5)))
  const [whole = '', rest = ''] = rounded.split('.')
  if (rounded.includes('e')) return rounded
  const decimals = withoutTrailing(rest, '0')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${decimals === '' ? '' : `.${decimals}`}`
}

export const saidValue = (value: Scalar): string => {
  if (typeof value === 'number') return saidNumber(value)
  if (value === null) return 'nothing'
  if (isError(value)) return value.error
  return typeof value === 'string' ? `“${shortened(value, 40)}”` : value ? 'TRUE' : 'FALSE'
}

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`

/** `1 cell`, `12 cells`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** ` in 12 cells`; nothing for one. */
export const inCells = (count: number): string => (count === 1 ? '' : ` in ${count} cells`)

/** `going in cap rate (%)` for going_in_cap_rate_pct. */
export const saidMetric = (key: string): string => key.replace(/_pct$/, ' (%)').replaceAll('_', ' ')
