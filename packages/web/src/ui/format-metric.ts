import type { MetricUnit } from '@deal-canvas/contract'
import { uiMessages } from '../messages/ui.ts'

const minus = '\u2212'
const day = 86_400_000
/** Spreadsheets count days from here. */
const dayZero = Date.UTC(1899, 11, 30)

const plain = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const none = plain(0)
const one = plain(1)
const two = plain(2)
const upToTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** What stands before an amount: $, €, or a code and a space that does not break. */
const signs = new Map<string, string>()
const signOf = (currency: string): string => {
  const known = signs.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const sign = /[a-z]$/i.test(symbol) ? `${symbol}\u00a0` : symbol
  signs.set(currency, sign)
  return sign
}

/** The currency of the deal that is open; there is one at a time. */
let openCurrency = 'USD'

/** From now on amounts are told in this currency, unless another one is given. */
export const tellMoneyIn = (currency: string): void => {
  openCurrency = currency
}

/** The sign of the currency of the deal that is open. */
export const openCurrencySign = (): string => signOf(openCurrency)

/** $52.4M from a million on, every dollar below. */
const money = (size: number, currency: string): string => {
  const sign = signOf(currency)
  if (size >= 999_950_000) return `${sign}${two.format(size / 1e9)}B`
  if (size >= 99_950_000) return `${sign}${one.format(size / 1e6)}M`
  if (size >= 999_500) return `${sign}${two.format(size / 1e6)}M`
  return `${sign}${(size < 100 && !Number.isInteger(size) ? two : none).format(size)}`
}

/** The words of a size without its sign. */
const sizeFormatters: Record<Exclude<MetricUnit, 'date'>, (size: number, currency: string) => string> = {
  currency: money,
  percentage_points: (size) => `${(size < 10 ? two : one).format(size)}%`,
  multiple_x: (size) => `${two.format(size)}x`,
  ratio: (size) => two.format(size),
  count: (size) => upToTwo.format(size),
  square_feet: (size) => `${none.format(size)} sf`,
  months: (size) => `${upToTwo.format(size)} mo`,
}

/** Whether a value of this unit can be put into words. */
export const isMetricUnit = (unit: string): unit is MetricUnit => unit === 'date' || Object.hasOwn(sizeFormatters, unit)

/** Whether rounding left nothing of it: a minus before nothing would be wrong. */
const isNothing = (words: string): boolean => !/[1-9]/.test(words)

const signed = (value: number, words: string, plus: string): string =>
  isNothing(words) ? words : `${value < 0 ? minus : plus}${words}`

/** 18.2%, 2.21x, $52.4M: a value with its unit. */
export const formatMetric = (value: number | null, unit: MetricUnit, currency: string = openCurrency): string => {
  if (value === null) return uiMessages.notAvailable()
  if (unit === 'date') return dates.format(dayZero + value * day)
  return signed(value, sizeFormatters[unit](Math.abs(value), currency), '')
}

/** −369 bp, +$4.70M: how far a value moved. */
export const formatChange = (delta: number | null, unit: MetricUnit): string => {
  if (delta === null) return uiMessages.notAvailable()
  const size = Math.abs(delta)
  if (unit === 'date') return signed(delta, `${none.format(size)} d`, '+')
  // A change of a rate is told in basis points, or it would be read as a share of the rate.
  if (unit === 'percentage_points') return signed(delta, `${none.format(size * 100)} bp`, '+')
  return signed(delta, sizeFormatters[unit](size, openCurrency), '+')
}

/** −20.3%: a change as a share of what was before. */
export const formatShare = (percent: number | null): string =>
  percent === null ? uiMessages.notAvailable() : signed(percent, `${one.format(Math.abs(percent))}%`, '+')
