import type { Budget } from './budget.ts'

const chunk = 1024

/**
 * Where a quote stands in a text, in order, overlapping ones too. By Knuth, Morris and Pratt: `indexOf` takes the product of
 * both lengths where both repeat themselves.
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
    // Every letter is looked at, and again where a beginning of the quote does not go on.
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

/** For each beginning of a quote, how much of it the quote begins with again at its end. */
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
