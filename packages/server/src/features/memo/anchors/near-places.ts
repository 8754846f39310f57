import { type Alignment, align } from './align.ts'
import type { Budget } from './budget.ts'
import { type IndexedText, nearestPlaces } from './indexed-text.ts'

/** How many words of a passage can change before it counts as a different passage. */
export const allowedChanges = (words: number): number => Math.floor(words / 4)

const maxWords = 12
const maxPlacesOfAWord = 24
const maxCandidates = 4

/**
 * Yields ranges that can be the passage with some words changed, most likely first. `near` is the word index to start
 * at.
 */
export function* nearPlaces(
  wanted: readonly number[],
  { words, placesOf }: IndexedText,
  near: number,
  budget: Budget,
): Generator<Alignment> {
  const allowed = allowedChanges(wanted.length)
  for (const shift of wanted.length === 0 ? [] : likelyShifts(wanted, placesOf, near, allowed, budget)) {
    const found = align(wanted, words.ids, { first: shift - allowed, slack: allowed * 3, allowed }, budget)
    if (found !== undefined) yield found
  }
}

/** Likely shifts of the passage: those on which most of its rarer words agree. */
const likelyShifts = (
  wanted: readonly number[],
  placesOf: IndexedText['placesOf'],
  near: number,
  allowed: number,
  budget: Budget,
): number[] => {
  budget.spend(wanted.length * 4 + maxWords * maxPlacesOfAWord * 24)
  const clues = wanted
    .map((id, index) => ({ index, places: placesOf(id) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => a.places.length - b.places.length)
    .slice(0, maxWords)
  const shifts = Int32Array.from(
    clues.flatMap(({ index, places }) =>
      nearestPlaces(places, near + index, maxPlacesOfAWord).map((place) => place - index),
    ),
  ).sort()
  const agreeing: { shift: number; votes: number }[] = []
  let end = 0
  for (const [index, shift] of shifts.entries()) {
    while (end < shifts.length && (shifts[end] ?? 0) <= shift + allowed) end++
    if (end - index >= clues.length * 0.4) agreeing.push({ shift, votes: end - index })
  }
  agreeing.sort((a, b) => b.votes - a.votes || Math.abs(a.shift - near) - Math.abs(b.shift - near))
  const chosen: number[] = []
  for (const { shift } of agreeing) {
    if (chosen.length === maxCandidates) break
    if (chosen.every((other) => Math.abs(other - shift) > allowed)) chosen.push(shift)
  }
  return chosen
}
