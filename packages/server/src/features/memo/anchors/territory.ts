import type { Budget, SharedBudget } from './budget.ts'
import { matchUnits } from './matched-units.ts'
import { occurrences } from './occurrences.ts'
import { cutIntoUnits, type Units } from './units.ts'
import { countBelow, type Vocabulary } from './words.ts'

export interface Range {
  start: number
  end: number
}

/** Whether a range is in the new version of the passage's own sentences, in new text, or in other sentences. */
export type Claim = 'own' | 'new' | 'other'

/** Where a passage of the previous version can be now. */
export interface Territory {
  /** Exact position if its sentences are unchanged. */
  kept: Range | undefined
  /** Approximate position at which to start the search. */
  near: number
  /** An exact match in another sentence counts as new if that sentence did not contain these words before. */
  claimOf(place: Range, isWordForWord: boolean): Claim
}

/** Maximum share of a range that can overlap other sentences. */
const overlapAllowed = 0.2

/** Follows passages from one version of a text to the next by the sentences they are in. */
export const createTerritories = (
  before: string,
  after: string,
  vocabulary: Vocabulary,
  { spend, spendShared }: SharedBudget,
) => {
  const shared: Budget = { spend: spendShared }
  const [old, now] = [cutIntoUnits(before, shared), cutIntoUnits(after, shared)]
  const { imageOf, originOf, isSame } = matchUnits(old, now, vocabulary, shared)
  const image = (unit: number): number => imageOf[unit] ?? -1
  const unitsOf = ({ starts }: Units, { start, end }: Range) => ({
    first: Math.max(0, countBelow(starts, start + 1) - 1),
    last: Math.max(0, countBelow(starts, end) - 1),
  })
  const shiftOf = (unit: number): number => (now.starts[image(unit)] ?? 0) - (old.starts[unit] ?? 0)

  const isUnbroken = (first: number, last: number): boolean => {
    spend(last - first + 1)
    for (let unit = first; unit <= last; unit++) {
      if (image(unit) === -1 || !isSame(unit) || shiftOf(unit) !== shiftOf(first)) return false
    }
    return true
  }

  /** For each old sentence: the end, in the new text, of the last preceding sentence that still exists. */
  const endsBefore = new Int32Array(old.texts.length)
  for (let unit = 1; unit < endsBefore.length; unit++) {
    endsBefore[unit] = image(unit - 1) === -1 ? (endsBefore[unit - 1] ?? 0) : (now.ends[image(unit - 1)] ?? 0)
  }

  /** Memoized, because one long sentence can be searched for the same words many times. */
  const had = new Map<string, boolean>()
  const hadWords = (unit: number, words: string): boolean => {
    const key = `${unit} ${words}`
    const known = had.get(key)
    if (known !== undefined) return known
    const has = words === '' || occurrences(words, old.texts[unit] ?? '', { spend }, { max: 1 }).length > 0
    had.set(key, has)
    return has
  }

  const claim = (place: Range, isOwn: (unit: number) => boolean, isWordForWord: boolean): Claim => {
    const { first, last } = unitsOf(now, place)
    spend(last - first + 1 + place.end - place.start)
    const maxOfOthers = (place.end - place.start) * overlapAllowed
    let own = 0
    let others = 0
    for (let unit = first; unit <= last; unit++) {
      const origin = originOf[unit] ?? -1
      if (origin === -1) continue
      const start = Math.max(place.start, now.starts[unit] ?? 0)
      const end = Math.min(place.end, now.ends[unit] ?? 0)
      if (isOwn(origin)) own += end - start
      else if (!isWordForWord || hadWords(origin, after.slice(start, end).trim())) others += end - start
      if (others > maxOfOthers) return 'other'
    }
    return own > 0 ? 'own' : 'new'
  }

  return {
    of: (passage: Range): Territory => {
      const { first, last } = unitsOf(old, passage)
      const shift = shiftOf(first)
      const isOwn = (unit: number) => unit >= first && unit <= last
      return {
        kept: isUnbroken(first, last) ? { start: passage.start + shift, end: passage.end + shift } : undefined,
        near:
          image(first) === -1 ? (endsBefore[first] ?? 0) : Math.min(passage.start + shift, now.ends[image(first)] ?? 0),
        claimOf: (place, isWordForWord) => claim(place, isOwn, isWordForWord),
      }
    },

    /** For a passage that was not in the previous version: it can return anywhere except in unchanged sentences. */
    ofLost: (position: number): Territory => ({
      kept: undefined,
      near: Math.min(position, after.length),
      claimOf: (place, isWordForWord) => claim(place, () => false, isWordForWord),
    }),
  }
}

/** Without a previous version, everything counts as new. */
export const anywhere = (position: number, length: number): Territory => ({
  kept: undefined,
  near: Math.min(position, length),
  claimOf: () => 'new',
})
