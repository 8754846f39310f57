import type { Budget } from './budget.ts'

/** A text split into sentences and lines. */
export interface Units {
  /** Without trailing space, which changes when a sentence moves to the end of a paragraph. */
  texts: string[]
  starts: number[]
  ends: number[]
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13
const endsSentence = (code: number): boolean => code === 46 || code === 33 || code === 63

export const cutIntoUnits = (text: string, budget: Budget): Units => {
  budget.spend(text.length)
  const units: Units = { texts: [], starts: [], ends: [] }
  let start = 0
  for (let at = 1; at <= text.length; at++) {
    const last = text.charCodeAt(at - 1)
    const isCut =
      at === text.length ||
      (isSpace(last) &&
        !isSpace(text.charCodeAt(at)) &&
        (endsSentence(text.charCodeAt(wordEnd(text, at - 1))) || hasLineBreak(text, at - 1)))
    if (!isCut) continue
    units.starts.push(start)
    units.ends.push(at)
    units.texts.push(text.slice(start, at).trimEnd())
    start = at
  }
  return units
}

/** Index of the last character before the whitespace that ends at `space`. */
const wordEnd = (text: string, space: number): number => {
  let at = space
  while (at >= 0 && isSpace(text.charCodeAt(at))) at--
  return at
}

const hasLineBreak = (text: string, space: number): boolean => {
  for (let at = space; at >= 0 && isSpace(text.charCodeAt(at)); at--) if (text.charCodeAt(at) === 10) return true
  return false
}
