import type { Budget } from './budget.ts'
import type { IndexedText } from './indexed-text.ts'
import { countBelow, readWords, type Vocabulary } from './words.ts'

/** How many characters on each side of a passage are stored with it. */
const maxContextLength = 64

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/**
 * The text before and after a passage. Never splits a surrogate pair, because the database would reject half of one.
 */
export const contextOf = (text: string, start: number, end: number): { prefix: string; suffix: string } => {
  let from = Math.max(0, start - maxContextLength)
  if (isLowSurrogate(text.charCodeAt(from))) from++
  let to = Math.min(text.length, end + maxContextLength)
  if (to > end && isLowSurrogate(text.charCodeAt(to))) to--
  return { prefix: text.slice(Math.min(from, start), start), suffix: text.slice(end, to) }
}

/** How well each side of a candidate matches the stored context, from 0 to 1. */
export interface Fit {
  before: number
  after: number
  /** Whether two adjacent words match the context: two on one side, or one on each side. */
  touches: boolean
  /** Whether the adjacent words on both sides match the context. */
  surrounds: boolean
}

export interface ContextReader {
  fitAt(start: number, end: number): Fit
}

/** Number of inserted words that the comparison tolerates. */
const spare = 3

interface Context {
  /** Null if unknown. Empty if the passage was at the start or end of the text. */
  prefix: string | null
  suffix: string | null
}

export const readContext = (
  { prefix, suffix }: Context,
  { words, placesOf }: IndexedText,
  vocabulary: Vocabulary,
  budget: Budget,
): ContextReader => {
  // "The" matches anywhere: the more often a word occurs in the text, the less it counts.
  const weigh = (id: number): number => 1 / (1 + Math.log(Math.max(1, placesOf(id).length)))
  const read = (side: string | null) => {
    const ids = side === null ? undefined : readWords(side, vocabulary, budget).ids
    const weights = ids?.map(weigh) ?? []
    return { ids, weights, total: weights.reduce((sum, weight) => sum + weight, 0) }
  }
  const [sideBefore, sideAfter] = [read(prefix), read(suffix)]
  const [wordsBefore, wordsAfter] = [sideBefore.ids, sideAfter.ids]

  const fit = ({ ids, weights, total }: ReturnType<typeof read>, from: number, to: number): number => {
    if (ids === undefined) return 0
    if (ids.length === 0) return from === to ? 1 : 0
    budget.spend(ids.length * (to - from + 1))
    return heaviestCommon(ids, weights, words.ids, from, to) / total
  }

  return {
    fitAt: (start, end) => {
      const last = countBelow(words.ends, start + 1)
      const first = countBelow(words.starts, end)
      const isNext = (offset: number) =>
        wordsAfter?.[offset] !== undefined && wordsAfter[offset] === words.ids[first + offset]
      const isLast = (offset: number) =>
        wordsBefore?.at(-offset) !== undefined && wordsBefore.at(-offset) === words.ids[last - offset]
      const touches = (isLast(1) && (isLast(2) || isNext(0))) || (isNext(0) && isNext(1))
      return {
        touches,
        surrounds: isLast(1) && isNext(0),
        before: fit(sideBefore, Math.max(0, last - (wordsBefore?.length ?? 0) - spare), last),
        after: fit(sideAfter, first, Math.min(words.ids.length, first + (wordsAfter?.length ?? 0) + spare)),
      }
    },
  }
}

/** The weight of the heaviest common subsequence. */
const heaviestCommon = (
  wanted: readonly number[],
  weights: readonly number[],
  text: readonly number[],
  from: number,
  to: number,
): number => {
  const row = new Float64Array(to - from + 1)
  for (let index = 0; index < wanted.length; index++) {
    let diagonal = 0
    for (let column = 1; column < row.length; column++) {
      const above = row[column] ?? 0
      const left = row[column - 1] ?? 0
      const same = text[from + column - 1] === wanted[index]
      row[column] = same ? diagonal + (weights[index] ?? 0) : Math.max(above, left)
      diagonal = above
    }
  }
  return row.at(-1) ?? 0
}
