import type { Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import { countNouns, neutralAdjectives } from '../spoken-names.ts'
import type { Link, Sentence } from './sentence.ts'

const nounNames = (noun: string): Named | undefined => {
  const found = Object.hasOwn(countNouns, noun) ? countNouns[noun] : undefined
  return found === undefined ? undefined : { key: found.key, term: found.term, unit: 'count', sureness: 0.95 }
}

/** What is said about only some of them: "12 units are vacant". */
const partial = new Set(
  'vacant renovated down offline occupied leased available remaining classic unrenovated affordable restricted upgraded model notice delinquent subsidized planned proposed additional more were been undergoing one two three studio bedroom'.split(
    ' ',
  ),
)

/** The thing that a number counts: "104-unit community", "eleven two-story residential buildings". */
export const countedThing = (sentence: Sentence, quantity: Quantity): Link['named'] | undefined => {
  const { tokens, domain } = sentence
  if (quantity.measure !== 'plain' && quantity.measure !== 'year') return undefined
  if (quantity.measure === 'year' || (quantity.hasDecimals && tokens[quantity.next]?.word !== 'acre')) return undefined
  let at = quantity.next
  let steps = 0
  while (steps < 6) {
    const token = tokens[at]
    if (token === undefined) return undefined
    const named = nounNames(token.word)
    // "apartment" can be the noun or an adjective of the next one.
    const isLast =
      named !== undefined && (nounNames(tokens[at + 1]?.word ?? '') === undefined || tokens[at + 1]?.text === ',')
    // The adjective of another noun: "two-story buildings".
    const isOther = tokens[at - 1]?.text === '-' && at - 1 !== quantity.next
    if (named !== undefined && isLast && !isOther) {
      if (named.key === 'unit_count' && (domain === undefined ? false : !domain.startsWith('cre_'))) return undefined
      if (named.key === 'customer_count' && domain !== undefined && domain.startsWith('cre_')) return undefined
      const isAdjective = tokens[at + 1]?.text === '-' || tokens[at - 1]?.text === '-'
      const isEnclosed = tokens[at + 1]?.text === ')'
      const after = tokens.slice(isEnclosed ? at + 2 : at + 1, at + 6).map(({ word }) => word)
      const isPart =
        !isAdjective &&
        (/^(?:is|are|was|were|have|has|remain|currently)$/.test(after[0] ?? '')
          ? after.some((word) => partial.has(word))
          : partial.has(after[0] ?? ''))
      const isShare = tokens[quantity.first - 1]?.word === 'of' && tokens[quantity.first - 2]?.isNumber === true
      if (isPart && !isShare) return undefined
      // A single building or tenant is not a count worth stating.
      return quantity.value <= 1 ? undefined : named
    }
    if (token.text !== '-' && !neutralAdjectives.has(token.word) && named === undefined) return undefined
    at += 1
    steps += 1
  }
  return undefined
}
