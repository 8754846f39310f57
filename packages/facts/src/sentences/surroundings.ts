import type { Quantity } from '../quantity.ts'
import type { Sentence } from './sentence.ts'

const maxBefore = 24
const maxAfter = 14
/** Marks that only join or set off words. */
const silent = new Set(['-', '–', '‑', '*', '"', '“', '”', '_', '~'])

const wordsIn = ({ tokens, quantities }: Sentence, from: number, to: number): string => {
  const words: string[] = []
  for (let at = from; at < to; at++) {
    const inner = quantities.find(({ first, next, isCompound }) => at >= first && at < next && !isCompound)
    if (inner !== undefined) {
      words.push('#')
      at = inner.next - 1
      continue
    }
    const token = tokens[at]
    if (token !== undefined && !silent.has(token.text)) words.push(token.word)
  }
  return words.join(' ')
}

/** The words around a number up to the next semicolon, in the singular and without hyphens; other numbers are `#`. */
export const surroundings = (sentence: Sentence, { first, next }: Quantity): { before: string; after: string } => {
  const { tokens } = sentence
  let from = Math.max(0, first - maxBefore)
  for (let at = from; at < first; at++) if (tokens[at]?.text === ';') from = at + 1
  let to = Math.min(tokens.length, next + maxAfter)
  for (let at = next; at < to; at++) if (tokens[at]?.text === ';') to = at
  return { before: wordsIn(sentence, from, first), after: wordsIn(sentence, next, to) }
}
