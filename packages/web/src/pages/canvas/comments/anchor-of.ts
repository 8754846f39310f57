import type { Passage } from '../attention.ts'

const maxQuote = 1000

/** A passage as the service is told of it. One that is longer than it keeps is quoted by its beginning. */
export const anchorOf = (passage: Passage | undefined) => {
  if (passage === undefined) return {}
  const { text, prefix, suffix } = passage
  const quote = [...text].slice(0, maxQuote).join('').trimEnd()
  return {
    anchor_text: quote,
    anchor: { prefix, suffix: quote === text ? suffix : [...text.slice(quote.length)].slice(0, 200).join('') },
  }
}
