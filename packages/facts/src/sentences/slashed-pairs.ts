import { type Mention, type Named, namesOfLabel } from '../mentions.ts'
import { fits, type Link, type Sentence } from './sentence.ts'

const maxLabelLength = 60

const textOf = ({ tokens }: Sentence, to: number): string =>
  tokens
    .slice(0, to)
    .map(({ text, isGlued }) => (isGlued ? text : ` ${text}`))
    .join('')
    .replaceAll(/[:*]/g, ' ')
    .trim()

const nameOf = (part: string, noun: string, sentence: Sentence, place: number): Named | undefined => {
  const quantity = sentence.quantities[place]
  return [...namesOfLabel(part, sentence.domain), ...namesOfLabel(`${part} ${noun}`, sentence.domain)].find(
    (named) => quantity !== undefined && fits(quantity, named),
  )
}

/**
 * "Levered IRR / EM: 16.4% / 2.05x", "Senior / total leverage: 3.5x / 4.5x": two names and two numbers on the two
 * sides of a slash; undefined if the sentence is not of this form.
 */
export const pairSlashed = (sentence: Sentence): Map<number, Link> | undefined => {
  const { tokens, quantities } = sentence
  const [first, second, more] = quantities
  if (first === undefined || second === undefined || more !== undefined) return undefined
  if (second.first - first.next !== 1 || tokens[first.next]?.text !== '/') return undefined
  const label = textOf(sentence, first.first)
  const [a, b, c] = label.split('/').map((part) => part.trim())
  if (a === undefined || b === undefined || c !== undefined || label.length > maxLabelLength) return undefined
  const noun = b.split(' ').at(-1) ?? ''
  const named = [nameOf(a, noun, sentence, 0), nameOf(b, '', sentence, 1)]
  if (named.some((item) => item === undefined)) return undefined
  const mention: Mention = { first: 0, next: first.first, named: [], within: [] }
  return new Map(
    named.flatMap((item, quantity) =>
      item === undefined ? [] : [[quantity, { quantity, mention, named: item, score: 0.88, distance: 0 }] as const],
    ),
  )
}
