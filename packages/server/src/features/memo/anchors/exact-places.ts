import type { Budget } from './budget.ts'
import { type IndexedText, nearestPlaces } from './indexed-text.ts'
import { occurrences } from './occurrences.ts'
import type { Words } from './words.ts'

/** More places than these of one quote are not told apart, so that a text of one letter over and over costs no more. */
const maxPlaces = 24
/** Of a quote that stands very often, those with so much of their surroundings are looked at first. */
const telling = 16

export interface Quote {
  text: string
  words: Words
}

interface Surroundings {
  prefix: string | null
  suffix: string | null
}

/** Where a quote stands in a text word for word; where it stands very often, at the places nearest to one. */
export const exactPlaces = (quote: Quote, within: IndexedText, near: number, budget: Budget): number[] =>
  byRarestWord(quote, within, near, budget) ?? byScanning(quote.text, within.text, near, budget)

/** The same where nothing tells which place is near: of very many places also those that are surrounded as it was. */
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

/** By a word inside the quote, which is a whole word in the text too; the first and the last may be parts of longer ones. */
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
  // A comparison looks at several letters in one step.
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
