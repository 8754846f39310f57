import { compareText, compareValues } from '../value/compare.ts'
import { isError, type Scalar } from '../value/value.ts'
import { fail } from './definition.ts'
import { regularExpression } from './regular-expression.ts'
import { hasWildcard, wildcardMatcher } from './wildcard.ts'

/** Negative, 0 or positive for values of one type; undefined for values that never match each other. */
type Comparison = (item: Scalar) => number | undefined

/** Numbers match numbers, texts match texts. Unlike `=`, lookups compare every digit of a number. */
const comparison = (wanted: Scalar): Comparison => {
  const key = wanted ?? 0
  if (typeof key === 'number') return (item) => (typeof item === 'number' ? item - key : undefined)
  if (typeof key === 'boolean') return (item) => (typeof item === 'boolean' ? Number(item) - Number(key) : undefined)
  if (isError(key)) return fail(key)
  return (item) => (typeof item === 'string' ? compareText(item, key) : undefined)
}

/** How an item is compared with the key. */
export type Likeness = 'same' | 'wildcard' | 'expression'

/** Whether an item matches the key. */
export const matcher = (wanted: Scalar, likeness: Likeness): ((item: Scalar) => boolean) => {
  if (typeof wanted === 'string' && likeness === 'expression') {
    const expression = regularExpression(wanted, true)
    return (item) => typeof item === 'string' && expression.test(item)
  }
  if (typeof wanted === 'string' && likeness === 'wildcard' && hasWildcard(wanted)) {
    const matches = wildcardMatcher(wanted)
    return (item) => typeof item === 'string' && matches(item)
  }
  const compare = comparison(wanted)
  return (item) => compare(item) === 0
}

/** The index of the first or last match; -1 if none. */
export const findItem = (items: readonly Scalar[], holds: (item: Scalar) => boolean, backwards = false): number =>
  backwards ? items.findLastIndex(holds) : items.findIndex(holds)

/**
 * The index of the last item that does not come after the key, in a list assumed to be ascending. The binary search is
 * Excel's, so that unsorted lists give its answers: it stops when it meets the key, and skips items of another type.
 */
export const lastNotAfter = (items: readonly Scalar[], wanted: Scalar): number => {
  const compare = comparison(wanted)
  let [low, high] = [0, items.length - 1]
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    let at = middle
    let order = compare(items[at] ?? null)
    while (order === undefined && at < high) {
      at += 1
      order = compare(items[at] ?? null)
    }
    if (order === 0) {
      while (compare(items[at + 1] ?? null) === 0) at += 1
      return at
    }
    if (order === undefined || order > 0) high = middle - 1
    else {
      found = at
      low = at + 1
    }
  }
  return found
}

/** The index of the last item that does not come before the key, in a descending list, from its start. */
export const lastNotBefore = (items: readonly Scalar[], wanted: Scalar): number => {
  const compare = comparison(wanted)
  let found = -1
  for (const [place, item] of items.entries()) {
    const order = compare(item)
    if (order === 0) return place
    if (order !== undefined && order < 0) break
    if (order !== undefined) found = place
  }
  return found
}

/** Numbers come before texts, texts before FALSE and TRUE; empty cells and errors are skipped. */
const orderedAgainst = (wanted: Scalar): Comparison => {
  const same = comparison(wanted)
  const key = wanted ?? 0
  return (item) => {
    if (item === null || isError(item)) return undefined
    return same(item) ?? compareValues(item, key)
  }
}

/** What XLOOKUP returns if the key is not found. */
export type Substitute = 'none' | 'smaller' | 'larger'

/** The index of the key or its nearest substitute in an unsorted list; -1 if none. */
export const findNearest = (
  items: readonly Scalar[],
  wanted: Scalar,
  substitute: Substitute,
  backwards: boolean,
): number => {
  const compare = orderedAgainst(wanted)
  const sign = substitute === 'smaller' ? 1 : -1
  let best = -1
  let bestItem: Scalar = null
  const places = backwards ? [...items.keys()].reverse() : items.keys()
  for (const place of places) {
    const item = items[place] ?? null
    const order = compare(item)
    if (order === 0) return place
    if (order === undefined || order * sign > 0 || substitute === 'none') continue
    if (best !== -1 && (orderedAgainst(bestItem)(item) ?? 0) * sign <= 0) continue
    best = place
    bestItem = item
  }
  return best
}

/** The same by binary search, in a list assumed to be ascending. The first of several matches counts. */
const findInRising = (items: readonly Scalar[], wanted: Scalar, substitute: Substitute): number => {
  const compare = orderedAgainst(wanted)
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compare(items[middle] ?? null)
    if (order !== undefined && order < 0) low = middle + 1
    else high = middle
  }
  const order = low < items.length ? compare(items[low] ?? null) : undefined
  if (order === 0) return low
  if (substitute === 'smaller') return low - 1
  return substitute === 'larger' && order !== undefined ? low : -1
}

/** The same in a list assumed to be ascending or descending: a descending one is read from its end. */
export const findSorted = (
  items: readonly Scalar[],
  wanted: Scalar,
  substitute: Substitute,
  falling: boolean,
): number => {
  if (!falling) return findInRising(items, wanted, substitute)
  const place = findInRising([...items].reverse(), wanted, substitute)
  return place === -1 ? -1 : items.length - 1 - place
}
