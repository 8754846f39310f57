import { fixed } from './numbers.ts'

/** The prefix of an amount: $, €, or a code and a non-breaking space. */
export const currencySign = (currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return /[a-z]$/i.test(symbol) ? `${symbol}\u00a0` : symbol
}

/**
 * Formats absolute amounts on one scale, determined by the largest: $2.15B, $152.4M, $52.40M from a million up, whole
 * dollars below, and cents for small amounts.
 */
export const moneyFormatter = (sizes: readonly number[], currency: string): ((size: number) => string) => {
  const sign = currencySign(currency)
  const largest = Math.max(...sizes)
  if (largest >= 999_950_000) return (size) => `${sign}${fixed(size / 1e9, 2)}B`
  if (largest >= 99_950_000) return (size) => `${sign}${fixed(size / 1e6, 1)}M`
  if (largest >= 999_500) return (size) => `${sign}${fixed(size / 1e6, 2)}M`
  const cents = largest < 100 && sizes.some((size) => !Number.isInteger(size)) ? 2 : 0
  return (size) => `${sign}${fixed(size, cents)}`
}
