import type { Span } from './workbook.ts'

/** Merges rows or columns into spans as they arrive in ascending order; spans out of order are sorted at the end. */
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

/** True if one of the spans, which are sorted and disjoint, contains the row or column. */
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
