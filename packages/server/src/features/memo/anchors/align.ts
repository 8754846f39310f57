import type { Budget } from './budget.ts'

/** Where words approximately match a text: from word index `from` up to, but not including, `to`. */
export interface Alignment {
  /** Number of words replaced, removed or inserted. */
  changes: number
  from: number
  to: number
}

const never = 1 << 29

/** Maximum number of steps of one alignment. */
const stepsOf = (words: number, slack: number): number => (words + 1) * (slack + 1)

/**
 * The part of a text that is closest to the wanted words and starts at `first` or up to `slack` words later. Follows
 * only paths with at most `slack` extra words, and gives up once all of them exceed the allowed changes.
 */
export const align = (
  wanted: readonly number[],
  text: readonly number[],
  { first, slack, allowed }: { first: number; slack: number; allowed: number },
  budget: Budget,
): Alignment | undefined => {
  budget.spend(stepsOf(wanted.length, slack))
  const changes = new Int32Array(slack + 2)
  const begins = new Int32Array(slack + 2)
  for (let shift = 0; shift <= slack; shift++) begins[shift] = first + shift
  changes[slack + 1] = never
  for (let row = 1; row <= wanted.length; row++) {
    const word = wanted[row - 1]
    let least = never
    for (let shift = 0; shift <= slack; shift++) {
      const place = first + row + shift - 1
      const isThere = place >= 0 && place < text.length
      // On a tie, prefer a replaced word over a removed one, so that the passage keeps its first and last words.
      let fewest = isThere ? (changes[shift] ?? never) + (text[place] === word ? 0 : 1) : never
      let begin = begins[shift] ?? 0
      const gone = (changes[shift + 1] ?? never) + 1
      if (gone < fewest) [fewest, begin] = [gone, begins[shift + 1] ?? 0]
      const added = shift === 0 || !isThere ? never : (changes[shift - 1] ?? never) + 1
      if (added < fewest) [fewest, begin] = [added, begins[shift - 1] ?? 0]
      changes[shift] = fewest
      begins[shift] = begin
      if (fewest < least) least = fewest
    }
    if (least > allowed) return undefined
  }
  return nearestInLength(wanted.length, { changes, begins, first, slack, allowed })
}

interface LastRow {
  changes: Int32Array
  begins: Int32Array
  first: number
  slack: number
  allowed: number
}

const nearestInLength = (
  length: number,
  { changes, begins, first, slack, allowed }: LastRow,
): Alignment | undefined => {
  let best: Alignment | undefined
  const off = ({ from, to }: Alignment) => Math.abs(to - from - length)
  for (let shift = 0; shift <= slack; shift++) {
    const found = { changes: changes[shift] ?? never, from: begins[shift] ?? 0, to: first + length + shift }
    if (found.changes > allowed || found.to <= found.from) continue
    const better =
      best === undefined || found.changes < best.changes || (found.changes === best.changes && off(found) < off(best))
    if (better) best = found
  }
  return best
}
