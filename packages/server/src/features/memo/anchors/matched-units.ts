import type { Budget } from './budget.ts'
import { matchEdited } from './edited-units.ts'
import { type Match, type MatchedUnits, type Matches, unmatched } from './matches.ts'
import type { Units } from './units.ts'
import type { Vocabulary } from './words.ts'

export const matchUnits = (before: Units, after: Units, vocabulary: Vocabulary, budget: Budget): MatchedUnits => {
  budget.spend((before.texts.length + after.texts.length) * 8)
  const imageOf = new Int32Array(before.texts.length).fill(-1)
  const originOf = new Int32Array(after.texts.length).fill(-1)
  const match = (old: number, now: number) => {
    imageOf[old] = now
    originOf[now] = old
  }
  matchInOrder(before.texts, after.texts, match)
  matchMoved(before.texts, after.texts, { imageOf, originOf }, match)
  matchEdited(before.texts, after.texts, { imageOf, originOf }, vocabulary, match, budget)
  return { imageOf, originOf, isSame: (old) => before.texts[old] === after.texts[imageOf[old] ?? -1] }
}

/** Matches equal units in the same order: from both ends, then around units that occur only once in each text. */
const matchInOrder = (before: readonly string[], after: readonly string[], match: Match): void => {
  const isEqual = (old: number, now: number) => before[old] === after[now]
  let [oldFrom, nowFrom, oldTo, nowTo] = [0, 0, before.length, after.length]
  const trim = () => {
    while (oldFrom < oldTo && nowFrom < nowTo && isEqual(oldFrom, nowFrom)) match(oldFrom++, nowFrom++)
    while (oldFrom < oldTo && nowFrom < nowTo && isEqual(oldTo - 1, nowTo - 1)) match(--oldTo, --nowTo)
  }
  trim()
  const pairs = maxRise(uniquePairs(before, after, [oldFrom, oldTo], [nowFrom, nowTo]))
  const [oldEnd, nowEnd] = [oldTo, nowTo]
  for (const [old, now] of [...pairs, [oldEnd, nowEnd] as const]) {
    ;[oldTo, nowTo] = [old, now]
    trim()
    if (old < oldEnd) match(old, now)
    ;[oldFrom, nowFrom] = [old + 1, now + 1]
  }
}

type Pair = readonly [old: number, now: number]

/** Units that occur exactly once in each range, in the order of the old text. */
const uniquePairs = (
  before: readonly string[],
  after: readonly string[],
  [oldFrom, oldTo]: Pair,
  [nowFrom, nowTo]: Pair,
): Pair[] => {
  const placesOf = (units: readonly string[], from: number, to: number) => {
    const places = new Map<string, number>()
    for (let at = from; at < to; at++) places.set(units[at] ?? '', places.has(units[at] ?? '') ? -1 : at)
    return places
  }
  const now = placesOf(after, nowFrom, nowTo)
  return [...placesOf(before, oldFrom, oldTo)].flatMap(([unit, old]) => {
    const place = now.get(unit) ?? -1
    return old === -1 || place === -1 ? [] : [[old, place] as const]
  })
}

/** Longest subsequence of pairs whose positions increase in both texts. */
const maxRise = (pairs: readonly Pair[]): Pair[] => {
  const tails: number[] = []
  const previous = new Int32Array(pairs.length).fill(-1)
  const nowOf = (index: number) => pairs[index]?.[1] ?? -1
  pairs.forEach(([, now], index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (nowOf(tails[middle] ?? -1) < now) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1] ?? -1
    tails[low] = index
  })
  const rise: Pair[] = []
  for (let index = tails.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) rise.push(pair)
  }
  return rise.reverse()
}

/** Matches units that were moved unchanged, unless there are several candidates. */
const matchMoved = (
  before: readonly string[],
  after: readonly string[],
  { imageOf, originOf }: Matches,
  match: Match,
) => {
  const [oldOnes, newOnes] = [unmatched(imageOf), unmatched(originOf)]
  const textsOf = (units: readonly string[], indexes: readonly number[]) => indexes.map((index) => units[index] ?? '')
  const pairs = uniquePairs(textsOf(before, oldOnes), textsOf(after, newOnes), [0, oldOnes.length], [0, newOnes.length])
  for (const [old, now] of pairs) match(oldOnes[old] ?? -1, newOnes[now] ?? -1)
}
