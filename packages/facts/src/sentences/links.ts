import type { Mention } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import { isOldOrDifference } from './differences.ts'
import { chooseNamed } from './per-item.ts'
import { periodOf } from './period-of-number.ts'
import { fits, isInPeriod, type Link, type Sentence } from './sentence.ts'
import { pairSlashed } from './slashed-pairs.ts'
import { scoreAfter, scoreBetween } from './word-distance.ts'

const minLink = 0.6
const maxDistance = 24

/** Links between the numbers of a sentence and the names in it. */
export const linksOf = (sentence: Sentence, label: Mention | undefined): Link[] => {
  const links: Link[] = []
  const { quantities, mentions } = sentence
  for (const [place, quantity] of quantities.entries()) {
    // "rose from $919,600 to $1,006,520": the name is that of the later value.
    const isEarlier =
      sentence.tokens[quantity.first - 1]?.word === 'from' && sentence.tokens[quantity.next]?.word === 'to'
    if (isEarlier) continue
    const isOld = quantity.isRange || isOldOrDifference(sentence, quantity)
    // "Treasury plus 1.78%, today 5.95%": the rate is the other one.
    if (quantity.isSpread && label !== undefined) continue
    for (const mention of label === undefined ? mentions : [label, ...mentions]) {
      const isBefore = mention.next <= quantity.first
      const isAfter = mention.first >= quantity.next
      const isLabel = mention === label
      if ((!isBefore && !isAfter) || (isLabel && !isBefore)) continue
      const distance = isBefore ? quantity.first - mention.next : mention.first - quantity.next
      if (distance > maxDistance && !isLabel) continue
      const named = chooseNamed(mention, quantity)
      if (isOld && named?.key?.endsWith('_growth_pct') !== true) continue
      if (named === undefined || mention.within.some((longer) => chooseNamed(longer, quantity) !== undefined)) continue
      // A count is stated before the thing: "104 units"; only "unit count: 104" has it after.
      if (named.unit === 'count' && isAfter) continue
      const score = isBefore
        ? scoreBetween(sentence, mention.next, quantity, isLabel)
        : scoreAfter(sentence, quantity.next, mention.first)
      if (score === undefined) continue
      const weighed = score * (0.5 + named.sureness / 2) + (mention.next - mention.first) * 0.002
      links.push({ quantity: place, mention, named, score: weighed, distance })
    }
  }
  return links.sort((a, b) => b.score - a.score || a.distance - b.distance)
}

const overlaps = (a: Mention, b: Mention): boolean => a.first < b.next && b.first < a.next

/** Each number gets its surest name, each name its surest number of a kind. */
export const assign = (links: readonly Link[], quantities: readonly Quantity[]): Map<number, Link> => {
  const assigned = new Map<number, Link>()
  for (const link of links) {
    if (assigned.has(link.quantity) || link.score < minLink) continue
    const isPerItem = (place: number): boolean =>
      quantities[place]?.per.some((per) => per === 'unit' || per === 'area') ?? false
    const isTaken = [...assigned.values()].some(
      // "$1,150 per unit, i.e. $170,200": both are of the same name.
      ({ mention, named, quantity }) =>
        isPerItem(quantity) === isPerItem(link.quantity) &&
        overlaps(mention, link.mention) &&
        (named.key === link.named.key || named.unit === link.named.unit || mention === link.mention),
    )
    if (!isTaken) assigned.set(link.quantity, link)
  }
  return assigned
}

/** "NOI was $1.0 million in 2024 and $1.1 million in 2025": the second number has the name of the first. */
export const shareNames = (sentence: Sentence, assigned: Map<number, Link>): void => {
  const { quantities, mentions, tokens } = sentence
  for (const [place, quantity] of quantities.entries()) {
    if (assigned.has(place) || quantity.isRange || quantity.measure === 'year' || quantity.measure === 'date') continue
    const before = [...assigned]
      .filter(([other]) => other < place && quantities[other]?.measure === quantity.measure)
      .at(-1)
    const previous = before === undefined ? undefined : quantities[before[0]]
    if (before === undefined || previous === undefined) continue
    const link = before[1]
    const own = periodOf(sentence, quantity, undefined)
    const other = periodOf(sentence, previous, link.mention)
    if (own === null || (other !== null && own.label === other.label) || quantity.first - previous.next > 14) continue
    const isRenamed = mentions.some(
      (mention) =>
        mention.first >= previous.next &&
        mention.next <= quantity.first &&
        mention.named.some((named) => fits(quantity, named)),
    )
    if (
      isRenamed ||
      tokens.slice(previous.next, quantity.first).some(({ isNumber, text }) => isNumber && text.length > 4)
    )
      continue
    assigned.set(place, { ...link, quantity: place, score: Math.min(link.score, 0.78) })
  }
}

/** "NOI and EGI of $1.0 million and $1.7 million, respectively": paired in order. */
export const pairRespectively = (sentence: Sentence): Map<number, Link> | undefined => {
  const { tokens, quantities, mentions } = sentence
  const isRespective = tokens.some(({ word }) => word === 'respectively')
  if (!isRespective) return pairSlashed(sentence)
  const outer = mentions.filter(
    (mention, n) =>
      !mentions.some(
        (other, m) =>
          m !== n &&
          other.first <= mention.first &&
          other.next >= mention.next &&
          other.next - other.first > mention.next - mention.first,
      ),
  )
  const numbers = quantities.flatMap((quantity, place) =>
    quantity.measure === 'year' || quantity.measure === 'date' || isInPeriod(sentence.periods, quantity.first)
      ? []
      : [{ quantity, place }],
  )
  const named = outer.flatMap((mention, n) => {
    const own = numbers[n] ?? numbers[0]
    const chosen = own === undefined ? undefined : chooseNamed(mention, own.quantity)
    return chosen === undefined ? [] : [{ mention, named: chosen }]
  })
  if (named.length < 2 || named.length !== numbers.length) return new Map()
  return new Map(
    numbers.flatMap(({ place }, n) => {
      const item = named[n]
      return item === undefined ? [] : [[place, { quantity: place, ...item, score: 0.85, distance: 0 }] as const]
    }),
  )
}
