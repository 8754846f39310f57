import type { Budget, SharedBudget } from './budget.ts'
import { matchUnits } from './matched-units.ts'
import { occurrences } from './occurrences.ts'
import { cutIntoUnits, type Units } from './units.ts'
import { countBelow, type Vocabulary } from './words.ts'

export interface Range {
  start: number
  end: number
}

/** Whether a place is in what became of a passage's own sentences, in new text, or in what became of others. */
export type Claim = 'own' | 'new' | 'other'

/** Where a passage of the version before may be now. */
export interface Territory {
  /** Exactly here: its sentences are as they were. */
  kept: Range | undefined
  /** About here, where it has to be looked for. */
  near: number
  /** Word for word, a place in another sentence is new if that sentence did not have these words before. */
  claimOf(place: Range, isWordForWord: boolean): Claim
}

/** How much of a place may lie in what became of other sentences. */
const overlapAllowed = 0.2

/** Follows passages from one version of a text to the next by the sentences they stand in. */
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

  /** For each sentence, where the last one before it that is still there ends now. */
  const endsBefore = new Int32Array(old.texts.length)
  for (let unit = 1; unit < endsBefore.length; unit++) {
    endsBefore[unit] = image(unit - 1) === -1 ? (endsBefore[unit - 1] ?? 0) : (now.ends[image(unit - 1)] ?? 0)
  }

  /** Remembered, because one long sentence may be asked for the same word over and over. */
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

    /** For a passage that was not there: it may come back anywhere but in what has not changed. */
    ofLost: (position: number): Territory => ({
      kept: undefined,
      near: Math.min(position, after.length),
      claimOf: (place, isWordForWord) => claim(place, () => false, isWordForWord),
    }),
  }
}

/** Where nothing is known of the version before, everything is new. */
export const anywhere = (position: number, length: number): Territory => ({
  kept: undefined,
  near: Math.min(position, length),
  claimOf: () => 'new',
})
