import type { MetricUnit } from '@deal-canvas/contract'
import type { MetricDomain } from '@deal-canvas/engine'
import { doubtsOf } from '../context.ts'
import type { FactPeriod } from '../fact.ts'
import { findMentions, type Mention, type Named } from '../mentions.ts'
import { findPeriods } from '../periods.ts'
import { findQuantities, type Quantity } from '../quantity.ts'
import { type Token, tokenize } from '../tokens.ts'
import { growthOfValue, multipleOfPrice } from './after-value.ts'
import { followedByShare, isOldOrDifference } from './differences.ts'
import { labelMention } from './label-names.ts'
import { assign, linksOf, pairRespectively, shareNames } from './links.ts'
import { asExit, asStabilized, isMisread } from './misreadings.ts'
import { withPer } from './per-item.ts'
import { periodOf } from './period-of-number.ts'
import { qualifierOf } from './qualifier-of-number.ts'
import { isInPeriod, type Sentence } from './sentence.ts'
import { withSharedPer } from './shared-per.ts'
import { marginOfEarnings } from './shares.ts'
import { builtIn, perUnitOfPrice, rateOfLoan, special } from './special-values.ts'
import { withTopic } from './topics.ts'

/** A number of a passage with what it states. */
export interface Statement {
  readonly quantity: Quantity
  readonly key: string | null
  readonly term: string
  readonly unit: MetricUnit
  readonly period: FactPeriod | null
  readonly qualifier: string | null
  readonly confidence: number
  /** The span of the number in the text. */
  readonly from: number
  readonly to: number
}

/** A sentence with more numbers is a list, which tables are read from. */
const maxQuantities = 60
/** What a property is, whatever may happen to it. */
const staticKeys = new Set(['unit_count', 'rentable_sf'])

/** What the numbers of a passage state. */
export const readPassage = (
  text: string,
  span: { from: number; to: number; labelFrom?: number; labelTo?: number; heading?: string },
  domain: MetricDomain | undefined,
): Statement[] => {
  const tokens = tokenize(text, span.from, span.to)
  const all = findQuantities(tokens)
  if (all.length === 0 || all.length > maxQuantities) return []
  const mentions = findMentions(tokens, domain)
  const isInName = ({ first, next }: Quantity): boolean =>
    mentions.some(
      (mention) =>
        mention.first <= first &&
        mention.next >= next &&
        mention.next - mention.first > next - first &&
        tokens[first]?.text !== '$',
    )
  const sentence: Sentence = {
    tokens,
    quantities: withSharedPer(
      tokens,
      all.filter((quantity) => !isInName(quantity)),
    ),
    mentions: withTopic(tokens, mentions, span.heading ?? '', domain),
    periods: findPeriods(tokens),
    domain,
  }
  const label = labelMention(text, span, sentence)
  const doubts = doubtsOf(tokens)
  const assigned = pairRespectively(sentence) ?? assign(linksOf(sentence, label), sentence.quantities)
  for (const [place, quantity] of sentence.quantities.entries()) {
    const named = special(sentence, quantity)
    const own = assigned.get(place)
    if (
      named !== undefined &&
      (own === undefined || own.score < 0.9 || named.unit === 'count' || named.isSure === true)
    ) {
      const mention = { first: quantity.first, next: quantity.next, named: [named], within: [] }
      assigned.set(place, { quantity: place, mention, named, score: named.sureness, distance: 0 })
    }
  }
  for (const [place, quantity] of sentence.quantities.entries()) {
    if (assigned.has(place)) continue
    const named =
      rateOfLoan(sentence, place, assigned) ??
      perUnitOfPrice(sentence, quantity, assigned) ??
      marginOfEarnings(sentence, place, assigned) ??
      growthOfValue(sentence, place, assigned) ??
      multipleOfPrice(sentence, place, assigned)
    if (named !== undefined)
      assigned.set(place, {
        quantity: place,
        mention: { first: quantity.first, next: quantity.next, named: [named], within: [] },
        named,
        score: named.sureness,
        distance: 0,
      })
  }
  if (!tokens.some(({ word }) => word === 'respectively')) shareNames(sentence, assigned)
  const statements: Statement[] = []
  for (const [place, quantity] of sentence.quantities.entries()) {
    const first = tokens[quantity.first]
    const last = tokens[quantity.next - 1]
    if (first === undefined || last === undefined) continue
    const isStatic = staticKeys.has(assigned.get(place)?.named.key ?? '')
    const isDoubted = doubts
      .slice(quantity.first, quantity.next)
      .some((doubt) => doubt !== undefined && !(doubt === 'consequence' && isStatic))
    if (isDoubted || quantity.isRange) continue
    const at = { quantity, from: first.from, to: last.to }
    if (builtIn(sentence, quantity)) {
      statements.push({
        ...at,
        key: null,
        term: 'year built',
        unit: 'count',
        period: null,
        qualifier: null,
        confidence: 0.9,
      })
      continue
    }
    const found = assigned.get(place)
    const link = found === undefined ? undefined : asStabilized(sentence, asExit(sentence, found, quantity))
    if (link === undefined || isInPeriod(sentence.periods, quantity.first) || isMisread(sentence, link, quantity))
      continue
    const isMonthly = tokens[link.mention.first - 1]?.word === 'monthly' && !quantity.per.includes('month')
    const named = withPer(link.named, isMonthly ? { ...quantity, per: [...quantity.per, 'month'] } : quantity)
    const period = periodOf(sentence, quantity, link.mention)
    const isGrowth = named?.key?.endsWith('_growth_pct') === true || named?.key === 'rent_premium_per_unit'
    if (
      named === undefined ||
      (isOldOrDifference(sentence, quantity) && !isGrowth) ||
      followedByShare(sentence, quantity)
    )
      continue
    const isFrom = tokens[quantity.first - 1]?.word === 'from'
    const ownPeriod =
      isFrom &&
      period !== null &&
      sentence.periods.some((item) => item.period === period && item.first >= quantity.next)
    if (isFrom && !ownPeriod) continue
    statements.push({
      ...at,
      key: named.key,
      term: named.key === null ? named.term : termOf(text, tokens, link.mention, named),
      unit: named.unit,
      period,
      qualifier: qualifierOf(sentence, quantity, link),
      confidence: Math.max(0, Math.min(1, link.score)),
    })
  }
  return statements
}

/** The words of the text that name it. */
const termOf = (text: string, tokens: readonly Token[], mention: Mention, named: Named): string => {
  const from = tokens[mention.first]?.from
  const to = tokens[mention.next - 1]?.to
  const written = from === undefined || to === undefined ? '' : text.slice(from, to)
  return written === '' || /^[\d$€£]/.test(written) ? named.term : written
}
