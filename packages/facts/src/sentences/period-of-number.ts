import type { FactPeriod } from '../fact.ts'
import type { Mention } from '../mentions.ts'
import type { NamedPeriod } from '../periods.ts'
import type { Quantity } from '../quantity.ts'
import { isInPeriod, type Sentence } from './sentence.ts'

/** "Revenue of $41.6 million and EBITDA of $10.9 million in the last twelve months": after all numbers, of each. */
const trailingPeriod = ({ periods, quantities, tokens }: Sentence): NamedPeriod | undefined => {
  const [only, more] = periods
  if (only === undefined || more !== undefined) return undefined
  const own = quantities.filter(
    ({ first, measure }) => measure !== 'year' && measure !== 'date' && !isInPeriod(periods, first),
  )
  const last = own.at(-1)
  if (last === undefined || only.first < last.next || only.first - last.next > 6 || own.length > 3) return undefined
  const isCut = tokens.some(({ text }) => text === ';' || text === '(')
  const isNamed = /^(?:in|for|during|over|on)$/.test(
    tokens[only.first - 1]?.word === 'the'
      ? (tokens[only.first - 2]?.word ?? '')
      : (tokens[only.first - 1]?.word ?? ''),
  )
  return isNamed && !isCut ? only : undefined
}

/** The period of a number: named next to it, else for the whole sentence. */
export const periodOf = (sentence: Sentence, quantity: Quantity, mention: Mention | undefined): FactPeriod | null => {
  const { periods, quantities, tokens, mentions } = sentence
  const others = quantities.filter(
    (item) => item !== quantity && item.measure !== 'year' && item.measure !== 'date' && !item.isCompound,
  )
  const isBetween = (a: number, b: number): boolean =>
    others.some(({ first }) => first >= Math.min(a, b) && first < Math.max(a, b))
  const isCut = (a: number, b: number): boolean =>
    tokens.slice(Math.min(a, b), Math.max(a, b)).some(({ text }) => text === ';')
  /** "T-12 NOI is $1.0 million and Year 1 NOI $1.1 million": the second period belongs to the second name. */
  const isOfNextName = ({ next }: NamedPeriod): boolean =>
    mentions.some(
      ({ first }) => first === next || (first === next + 1 && /^(?:-|the|of)$/.test(tokens[next]?.text ?? '')),
    ) && others.some(({ first }) => first > next)
  const near = periods
    .filter((named) => {
      const { first, next } = named
      const isAfter = first >= quantity.next
      if (isAfter && mention !== undefined && mention.next <= quantity.first && isOfNextName(named)) return false
      if (isAfter) return !isBetween(quantity.next, first) && first - quantity.next <= 8 && !isCut(quantity.next, first)
      // Inside the name, just before it, or between it and the number.
      const isOfPrevious = others.some(
        (item) => item.next <= first && first - item.next <= 3 && !isCut(item.next, first),
      )
      const isOfName = mention !== undefined && next >= mention.first - 1 && first < mention.next
      if (isOfPrevious && !isOfName) return false
      const start = mention === undefined ? quantity.first : Math.min(mention.first, quantity.first)
      return next > start - 6 && !isBetween(next, Math.max(quantity.first, next)) && !isCut(next, quantity.first)
    })
    .map((named) => ({
      named,
      distance: named.first >= quantity.next ? named.first - quantity.next : quantity.first - named.next,
    }))
    .sort((a, b) => a.distance - b.distance)
  const found = near[0]?.named
  if (found !== undefined) return found.period
  // "For the twelve months ended June 30 the company generated …": before all numbers.
  const leading = periods.find(
    ({ first }) =>
      first <= 8 &&
      quantities.every(
        (item) =>
          item.first > first || item.measure === 'year' || item.measure === 'date' || isInPeriod(periods, item.first),
      ),
  )
  return leading?.period ?? trailingPeriod(sentence)?.period ?? null
}
