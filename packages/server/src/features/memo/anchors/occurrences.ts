import type { Budget } from './budget.ts'

const chunk = 1024

/**
 * All occurrences of a quote in a text, in order, including overlapping ones. Uses Knuth-Morris-Pratt, because repeated
 * `indexOf` takes time proportional to the product of both lengths if both texts are repetitive.
 */
export const occurrences = (
  quote: string,
  text: string,
  budget: Budget,
  { from = 0, to = text.length, max = Number.POSITIVE_INFINITY }: { from?: number; to?: number; max?: number } = {},
): number[] => {
  if (quote === '' || quote.length > to - from) return []
  const found: number[] = []
  const border = bordersOf(quote, budget)
  let matched = 0
  for (let at = from; at < to && found.length < max; at++) {
    // Every character is compared once, and again when a partial match fails.
    if ((at - from) % chunk === 0) budget.spend(2 * Math.min(chunk, to - at))
    const code = text.charCodeAt(at)
    while (matched > 0 && quote.charCodeAt(matched) !== code) matched = border[matched - 1] ?? 0
    if (quote.charCodeAt(matched) === code) matched++
    if (matched < quote.length) continue
    found.push(at + 1 - quote.length)
    matched = border[matched - 1] ?? 0
  }
  return found
}

/** KMP failure table: for each prefix of the quote, the length of its longest proper prefix that is also a suffix. */
const bordersOf = (quote: string, budget: Budget): Int32Array => {
  budget.spend(quote.length)
  const border = new Int32Array(quote.length)
  let length = 0
  for (let at = 1; at < quote.length; at++) {
    while (length > 0 && quote.charCodeAt(at) !== quote.charCodeAt(length)) length = border[length - 1] ?? 0
    if (quote.charCodeAt(at) === quote.charCodeAt(length)) length++
    border[at] = length
  }
  return border
}
