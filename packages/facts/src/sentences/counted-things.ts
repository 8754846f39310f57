import type { Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import { countNouns, neutralAdjectives } from '../spoken-names.ts'
import type { Link, Sentence } from './sentence.ts'

const nounNames = (noun: string): Named | undefined => {
  const found = Object.hasOwn(countNouns, noun) ? countNouns[noun] : undefined
  return found === undefined ? undefined : { key: found.key, term: found.term, unit: 'count', sureness: 0.95 }
}

/** What is done with only some of them: "the seller has upgraded 48 homes", "a renovation of 160 units". */
const partActs =
  /^(?:(?:upgrad|renovat|remodel|refurbish|rehab|convert|conversion)\w{0,6}|(?:refresh|updat|complet|finish|leas|sell|sign|add)(?:e?d|es|s|ing)?|improv(?:ed|es?|ing)|sold|lost|won)$/

/** Who has these many units is not the property: "the manager oversees 12,000 units". */
const ownerVerbs = /^(?:own|manage|managing|oversee|operate|control|acquired|built|owning)$/

/** A spelled-out number at most this high tells of some customers, not of all: "two customers pay late". */
const maxSpelledCustomers = 12

/** What is said about only some of them: "12 units are vacant". */
const partial = new Set(
  'vacant renovated down offline occupied leased available remaining classic unrenovated affordable restricted upgraded model notice delinquent subsidized planned proposed additional more were been undergoing one two three studio bedroom'.split(
    ' ',
  ),
)

const isOfDeal = ({ key }: Named, domain: Sentence['domain']): boolean => {
  if (domain === undefined) return true
  return key === 'unit_count' ? domain.startsWith('cre_') : !(key === 'customer_count' && domain.startsWith('cre_'))
}

/** The thing that a number counts: "104-unit community", "eleven two-story residential buildings". */
export const countedThing = (sentence: Sentence, quantity: Quantity): Link['named'] | undefined => {
  const { tokens, domain } = sentence
  if (quantity.measure !== 'plain' && quantity.measure !== 'year') return undefined
  if (quantity.measure === 'year' || (quantity.hasDecimals && tokens[quantity.next]?.word !== 'acre')) return undefined
  // "three-story buildings": the number belongs to the word that it is joined with.
  if (tokens[quantity.next]?.text === '-' && tokens[quantity.next]?.isGlued) {
    const joined = nounNames(tokens[quantity.next + 1]?.word ?? '')
    return joined === undefined || !isOfDeal(joined, domain) || quantity.value <= 1 ? undefined : joined
  }
  let at = quantity.next
  let steps = 0
  while (steps < 6) {
    const token = tokens[at]
    if (token === undefined) return undefined
    const pair = nounNames(`${token.word} ${tokens[at + 1]?.word ?? ''}`)
    if (pair !== undefined) return quantity.value <= 1 ? undefined : pair
    const named = nounNames(token.word)
    // "apartment" can be the noun or an adjective of the next one.
    const isLast =
      named !== undefined && (nounNames(tokens[at + 1]?.word ?? '') === undefined || tokens[at + 1]?.text === ',')
    // The adjective of another noun: "two-story buildings".
    const isOther = tokens[at - 1]?.text === '-' && at - 1 !== quantity.next
    if (named !== undefined && isLast && !isOther) {
      if (!isOfDeal(named, domain)) return undefined
      const isAdjective = tokens[at + 1]?.text === '-' || tokens[at - 1]?.text === '-'
      const isEnclosed = tokens[at + 1]?.text === ')'
      const after = tokens.slice(isEnclosed ? at + 2 : at + 1, at + 6).map(({ word }) => word)
      const isDoneWith = tokens
        .slice(Math.max(0, quantity.first - 2), quantity.first)
        .some(({ text }) => partActs.test(text.toLowerCase()))
      const isOwned = ownerVerbs.test(tokens[quantity.first - 1]?.word ?? '') && named.key === 'unit_count'
      if (isOwned) return undefined
      if (isDoneWith && !isAdjective) return undefined
      if (named.key === 'customer_count' && quantity.isWords && quantity.value <= maxSpelledCustomers) return undefined
      // "a $165 premium on 92 units", "92 units x $11,500": those that are renovated.
      const isWorkedOn =
        tokens[quantity.first - 1]?.word === 'on' || /^(?:x|×|@)$/.test(tokens[at + 1]?.text.toLowerCase() ?? '')
      if (isWorkedOn && named.key === 'unit_count') return undefined
      const isPart =
        !isAdjective &&
        (/^(?:is|are|was|were|have|has|remain|currently)$/.test(after[0] ?? '')
          ? after.some((word) => partial.has(word)) && !after.includes('%')
          : partial.has(after[0] ?? ''))
      const ofAt = tokens[quantity.first - 1]?.word === 'the' ? quantity.first - 2 : quantity.first - 1
      const isShare = tokens[ofAt]?.word === 'of' && tokens[ofAt - 1]?.isNumber === true
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
