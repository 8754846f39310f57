import type { Comment } from '@deal-canvas/contract'

type Anchored = Pick<Comment, 'anchor_text' | 'anchor_place' | 'anchor_status'>

interface PassagePlace {
  readonly from: number
  readonly to: number
  /** Whether the text matches word for word. */
  readonly isExact: boolean
}

/** How many characters two texts share at their end. */
const sharedEnd = (a: string, b: string): number => {
  let shared = 0
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) shared++
  return shared
}
const sharedStart = (a: string, b: string): number => {
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++
  return shared
}

/** Maximum number of occurrences to compare: a quote of one letter must not scan the whole section. */
const maxPlaces = 200

const wordForWord = (content: string, quote: string, place: NonNullable<Anchored['anchor_place']>): number => {
  let best = -1
  let bestFit = -1
  for (let at = content.indexOf(quote), tries = 0; at !== -1 && tries < maxPlaces; tries++) {
    const { prefix, suffix } = place
    const before = content.slice(Math.max(0, at - prefix.length), at)
    const after = content.slice(at + quote.length, at + quote.length + suffix.length)
    // Among equally good matches, prefer the one nearest to the old position.
    const near = 1 / (1 + Math.abs(at - place.start))
    const fit = sharedEnd(before, prefix) + sharedStart(after, suffix) + near
    if (fit > bestFit) [best, bestFit] = [at, fit]
    at = content.indexOf(quote, at + 1)
  }
  return best
}

/** A reworded passage starts where the service found it and ends at the text that follows it. */
const reworded = (content: string, place: NonNullable<Anchored['anchor_place']>): PassagePlace | undefined => {
  const { start, prefix, suffix } = place
  if (content.slice(start - prefix.length, start) !== prefix) return undefined
  const to = suffix === '' ? content.length : content.indexOf(suffix, start)
  return to <= start ? undefined : { from: start, to, isExact: false }
}

/** The position of a comment's passage in the section as shown now; undefined: unknown. */
export const placeOf = (
  content: string,
  { anchor_text: quote, anchor_place: place }: Anchored,
): PassagePlace | undefined => {
  if (quote === null || quote === '' || place === null) return undefined
  if (content.startsWith(quote, place.start)) {
    return { from: place.start, to: place.start + quote.length, isExact: true }
  }
  const at = wordForWord(content, quote, place)
  if (at !== -1) return { from: at, to: at + quote.length, isExact: true }
  return reworded(content, place)
}
