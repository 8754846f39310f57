import type { Budget } from './budget.ts'
import { countBelow, readWords, type Vocabulary, type Words } from './words.ts'

/** A text with the positions of each of its words, indexed once for all searches. */
export interface IndexedText {
  text: string
  words: Words
  /** Positions of a word, counted in words. */
  placesOf(id: number): readonly number[]
}

export const indexText = (text: string, vocabulary: Vocabulary, budget: Budget): IndexedText => {
  const words = readWords(text, vocabulary, budget)
  const places = new Map<number, number[]>()
  words.ids.forEach((id, place) => {
    const known = places.get(id)
    if (known === undefined) places.set(id, [place])
    else known.push(place)
  })
  return { text, words, placesOf: (id) => places.get(id) ?? [] }
}

/** The given number of sorted positions closest to one. */
export const nearestPlaces = (places: readonly number[], to: number, count: number): readonly number[] => {
  if (places.length <= count) return places
  const first = Math.max(0, Math.min(countBelow(places, to) - (count >>> 1), places.length - count))
  return places.slice(first, first + count)
}
