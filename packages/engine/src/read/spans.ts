import type { Span } from './workbook.ts'

/** Adds rows or columns to spans that are met in rising order; others are put in their place at the end. */
export const createSpans = () => {
  const found: { first: number; last: number }[] = []
  return {
    add: (first: number, last: number): void => {
      const before = found.at(-1)
      if (before !== undefined && first >= before.first && first <= before.last + 1)
        before.last = Math.max(before.last, last)
      else found.push({ first, last })
    },
    all: (): Span[] => {
      const inOrder = found.toSorted((a, b) => a.first - b.first)
      const merged: { first: number; last: number }[] = []
      for (const { first, last } of inOrder) {
        const before = merged.at(-1)
        if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last)
        else merged.push({ first, last })
      }
      return merged
    },
  }
}

/** Whether one of the spans, which rise and lie apart, holds a row or column. */
export const isWithin = (spans: readonly Span[], at: number): boolean => {
  let [low, high] = [0, spans.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span === undefined || at < span.first) high = middle - 1
    else if (at > span.last) low = middle + 1
    else return true
  }
  return false
}
