import type { Budget } from './budget.ts'
import { type IndexedText, nearestPlaces } from './indexed-text.ts'
import { occurrences } from './occurrences.ts'
import type { Words } from './words.ts'

/** Only this many occurrences of a quote are compared, which bounds the cost of a text that repeats one letter. */
const maxPlaces = 24
/** For a very frequent quote, occurrences with this many matching context characters are also considered. */
const telling = 16

export interface Quote {
  text: string
  words: Words
}

interface Surroundings {
  prefix: string | null
  suffix: string | null
}

/** Exact occurrences of a quote in a text. If there are very many, only those closest to `near`. */
export const exactPlaces = (quote: Quote, within: IndexedText, near: number, budget: Budget): number[] =>
  byRarestWord(quote, within, near, budget) ?? byScanning(quote.text, within.text, near, budget)

/** Same, but without a known position: if there are many occurrences, also includes those with the same context. */
export const surroundedPlaces = (
  quote: Quote,
  { prefix, suffix }: Surroundings,
  within: IndexedText,
  budget: Budget,
): number[] => {
  const places = exactPlaces(quote, within, 0, budget)
  if (places.length < maxPlaces / 2) return places
  const before = prefix?.slice(-telling) ?? ''
  const after = suffix?.slice(0, telling) ?? ''
  const withBefore = byScanning(before + quote.text, within.text, 0, budget).map((at) => at + before.length)
  return [...new Set([...places, ...withBefore, ...byScanning(quote.text + after, within.text, 0, budget)])]
}

/**
 * Searches by the rarest inner word of the quote, which is a whole word in the text too; the first and last word can be
 * parts of longer words.
 */
const byRarestWord = (
  quote: Quote,
  { text, words, placesOf }: IndexedText,
  near: number,
  budget: Budget,
): number[] | undefined => {
  let rarest: { places: readonly number[]; offset: number } | undefined
  for (let index = 1; index < quote.words.ids.length - 1; index++) {
    const places = placesOf(quote.words.ids[index] ?? -1)
    if (rarest === undefined || places.length < rarest.places.length) {
      rarest = { places, offset: quote.words.starts[index] ?? 0 }
    }
  }
  if (rarest === undefined) return undefined
  const { places, offset } = rarest
  // The engine compares several characters in one step.
  budget.spend(quote.words.ids.length + places.length * (2 + (quote.text.length >>> 4)))
  const starts = places.map((place) => (words.starts[place] ?? 0) - offset)
  const found = starts.filter((start) => start >= 0 && text.startsWith(quote.text, start))
  return [...nearestPlaces(found, near, maxPlaces)]
}

const byScanning = (quote: string, text: string, near: number, budget: Budget): number[] => {
  const after = occurrences(quote, text, budget, { from: near, max: maxPlaces / 2 })
  const before =
    near === 0 ? [] : occurrences(quote, text, budget, { to: Math.min(text.length, near - 1 + quote.length) })
  return [...after, ...before.slice(-maxPlaces / 2).reverse()]
}
