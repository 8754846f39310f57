import type { MetricUnit } from '@deal-canvas/contract'
import { type MetricDomain, matchLabel } from '@deal-canvas/engine'
import { doubtsOf } from './context.ts'
import type { FactPeriod } from './fact.ts'
import { findMentions, type Mention, type Named, namesOfLabel } from './mentions.ts'
import { findPeriods, type NamedPeriod } from './periods.ts'
import { findQuantities, type Measure, type Quantity } from './quantity.ts'
import { countNouns, neutralAdjectives } from './spoken-names.ts'
import { type Token, tokenize } from './tokens.ts'

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

interface Sentence {
  readonly tokens: readonly Token[]
  readonly quantities: readonly Quantity[]
  readonly mentions: readonly Mention[]
  readonly periods: readonly NamedPeriod[]
  readonly domain: MetricDomain | undefined
}

const measured: Readonly<Record<Measure, readonly MetricUnit[]>> = {
  currency: ['currency'],
  percent: ['percentage_points'],
  multiple: ['multiple_x', 'ratio'],
  area: ['square_feet'],
  duration: ['months'],
  plain: [],
  year: [],
  date: [],
}

const fits = ({ measure, value, hasDecimals }: Quantity, { unit, key, term }: Named): boolean => {
  if (measured[measure].includes(unit)) return true
  if (term === 'origination fee' && measure === 'currency') return false
  if (measure !== 'plain') return false
  // "a 5.3 cap", "DSCR of 1.25", "a loan of 24,500,000"
  if (key === 'going_in_cap_rate_pct' || key === 'exit_cap_rate_pct') return hasDecimals && value >= 2 && value <= 15
  if (unit === 'multiple_x' || unit === 'ratio') return hasDecimals && value < 30
  if (unit === 'count') return Number.isInteger(value)
  return unit === 'currency' && value >= 10_000
}

/** Words that can stand between a term and its number without changing what the number is. */
const connectors = new Set(
  [
    'of at is was are were be been being to the a an and its in on by for with has have had will : = - – ( ) , " “ ” * _ which that this',
    'currently approximately approx about around roughly circa nearly almost some ~ ≈ just only still now today estimated expected projected',
    'underwritten budgeted forecast forecasted forecasting stand standing stood total totaling totaled totalling totalled amount amounting amounted equal equaling equate equates equating equal come came coming in',
    'average averaged averaging reported recorded achieved reached reaching represent representing represented imply implying implied',
    'fixed set quoted indicated stated set remain remained remains up over under least most more than less not excess per annum annual annually year current',
    'represents result results resulting generate generated generating produce produced producing show showed showing run running ran account accounted accounting contribute contributed',
    'make made making constitute constituted comprise derive derived earned earning together combined respectively aggregate maximum minimum level approximately closing initial sized size priced rate ratio value figure count calculated based using i.e e.g ie eg company property asset building subject our we their it',
    'renewed renew assumed assume model modeled modelled forward next through as ended ending period month twelve september october november december january february march april may june july august',
    'consist consisting comprise comprising include including totaled no usd full outstanding original principal lesser greater (i) i ii',
  ].flatMap((line) => line.split(' ')),
)

/** A link from a number to a name, with how sure it is. */
interface Link {
  readonly quantity: number
  readonly mention: Mention
  readonly named: Named
  readonly score: number
  readonly distance: number
}

const isInPeriod = (periods: readonly NamedPeriod[], at: number): boolean =>
  periods.some(({ first, next }) => at >= first && at < next)

const isOfTimeAt = ({ tokens, periods }: Sentence, at: number): boolean =>
  isInPeriod(periods, at) || tokens[at]?.word === 'in' || tokens[at]?.word === 'for'

const maxApposition = 10

/** The end of words between commas that only explain: "its largest customer, Acme Corp., contributed 12%". */
const appositionEnd = ({ tokens, quantities }: Sentence, at: number, to: number): number | undefined => {
  if (tokens[at]?.text !== ',') return undefined
  for (let end = at + 2; end < Math.min(to, at + maxApposition); end++) {
    if (quantities.some(({ first, measure }) => first === end && measure !== 'date' && measure !== 'year'))
      return undefined
    // "Corp.," ends with a point before the comma.
    if (tokens[end]?.text === ',') return end
  }
  return undefined
}

/** How sure a number belongs to a name before it, by the words between; undefined if it does not. */
const scoreBetween = (sentence: Sentence, from: number, target: Quantity, isLabel: boolean): number | undefined => {
  const { tokens, quantities, periods } = sentence
  const to = target.first
  let unknown = 0
  const isPerItem = ({ per }: Quantity): boolean => per.some((item) => item === 'unit' || item === 'area')
  for (let at = from; at < to; at++) {
    const end = appositionEnd(sentence, at, to)
    if (end !== undefined) {
      at = end
      continue
    }
    const inner = quantities.find(({ first, next }) => at >= first && at < next)
    if (inner !== undefined) {
      const isOfTime =
        inner.measure === 'year' || inner.measure === 'date' || isInPeriod(periods, at) || inner.isCompound
      // "expanded 90 bps to 38.4%", "from $31.8 million to $36.2 million"
      const isChange =
        tokens[to - 1]?.word === 'to' &&
        tokens.slice(inner.next, to - 1).every((_, n) => isOfTimeAt(sentence, inner.next + n))
      const isPassed = isOfTime || isChange || isPerItem(inner) !== isPerItem(target)
      if (!isPassed && !isLabel) return undefined
      at = inner.next - 1
      continue
    }
    const token = tokens[at]
    if (token === undefined || isInPeriod(periods, at)) continue
    if (token.text === ';') return undefined
    if (!connectors.has(token.word) && !connectors.has(token.text.toLowerCase())) unknown += 1
    // A new clause begins.
    if (token.text === ',' && unknown > 0) unknown += 1
  }
  if (isLabel) return 0.93
  if (unknown === 0) return 0.92 - Math.max(0, to - from - 8) * 0.02
  return unknown <= 4 ? 0.8 - unknown * 0.05 : undefined
}

const afterWords = new Set([
  'of',
  'in',
  '-',
  'the',
  'a',
  'an',
  'annual',
  'total',
  'net',
  '(',
  '"',
  '“',
  'new',
  'per',
  'for',
  'ltm',
  'trailing',
  'year',
  'fixed',
  'rate',
])

/** How sure a number belongs to a name after it. */
const scoreAfter = (sentence: Sentence, from: number, to: number): number | undefined => {
  const { tokens, periods } = sentence
  let gap = 0
  let unknown = 0
  for (let at = from; at < to; at++) {
    if (isInPeriod(periods, at)) continue
    const token = tokens[at]
    if (
      token === undefined ||
      token.text === ',' ||
      token.text === ';' ||
      token.text === ')' ||
      token.text === ':' ||
      token.isNumber
    )
      return undefined
    if (
      token.word === 'and' ||
      token.word === 'or' ||
      token.word === 'to' ||
      token.word === 'at' ||
      token.word === 'with'
    )
      return undefined
    gap += 1
    if (!afterWords.has(token.word)) unknown += 1
  }
  if (gap === 0) return 0.97
  if (unknown === 0 && gap <= 3) return 0.94
  return unknown <= 2 && gap <= 3 ? 0.74 : undefined
}

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
const countedThing = (sentence: Sentence, quantity: Quantity): Link['named'] | undefined => {
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

const perMetric: Readonly<Record<string, Partial<Record<'unit' | 'area', string>>>> = {
  purchase_price: { unit: 'price_per_unit', area: 'price_per_sf' },
  renovation_budget: { unit: 'renovation_cost_per_unit' },
  total_operating_expenses: { unit: 'opex_per_unit' },
  in_place_rent_per_unit: { unit: 'in_place_rent_per_unit', area: 'in_place_rent_psf' },
  market_rent_per_unit: { unit: 'market_rent_per_unit', area: 'market_rent_psf' },
  rent_premium_per_unit: { unit: 'rent_premium_per_unit' },
  in_place_rent_psf: { area: 'in_place_rent_psf' },
  market_rent_psf: { area: 'market_rent_psf' },
  price_per_unit: { unit: 'price_per_unit' },
  price_per_sf: { area: 'price_per_sf' },
  opex_per_unit: { unit: 'opex_per_unit' },
  renovation_cost_per_unit: { unit: 'renovation_cost_per_unit' },
  ti_psf_new: { area: 'ti_psf_new' },
}
/** Metrics that are stated by the month. */
const monthly = new Set(['in_place_rent_per_unit', 'market_rent_per_unit', 'rent_premium_per_unit', 'mrr', 'arpa'])
/** Metrics that are per square foot or unit: without that their names mean something else. */
const perItemOnly: Readonly<Record<string, 'unit' | 'area'>> = {
  in_place_rent_psf: 'area',
  market_rent_psf: 'area',
  ti_psf_new: 'area',
  opex_per_unit: 'unit',
}
const perItemOf = ({ key }: Named): 'unit' | 'area' | undefined =>
  key !== null && Object.hasOwn(perItemOnly, key) ? perItemOnly[key] : undefined

/** The metric that a number per unit or per square foot states; null if the catalog has none. */
const withPer = (named: Named, { per }: Quantity): Named | undefined => {
  const by = per.find((item) => item === 'unit' || item === 'area')
  if (by === undefined) {
    if (per.includes('month') && named.unit === 'currency' && !(named.key !== null && monthly.has(named.key)))
      return { ...named, key: null, term: `${named.term} per month` }
    if (perItemOf(named) !== undefined && named.saysPer !== true) return undefined
    return per.includes('other') && named.unit === 'currency'
      ? { ...named, key: null, term: `${named.term} per item` }
      : named
  }
  const key = named.key === null ? undefined : perMetric[named.key]?.[by as 'unit' | 'area']
  if (key === undefined)
    return { ...named, key: null, term: `${named.term} per ${by === 'unit' ? 'unit' : 'square foot'}` }
  return { ...named, key }
}

/** The period of a number: named next to it, else for the whole sentence. */
const periodOf = (sentence: Sentence, quantity: Quantity, mention: Mention | undefined): FactPeriod | null => {
  const { periods, quantities, tokens } = sentence
  const others = quantities.filter(
    (item) => item !== quantity && item.measure !== 'year' && item.measure !== 'date' && !item.isCompound,
  )
  const isBetween = (a: number, b: number): boolean =>
    others.some(({ first }) => first >= Math.min(a, b) && first < Math.max(a, b))
  const isCut = (a: number, b: number): boolean =>
    tokens.slice(Math.min(a, b), Math.max(a, b)).some(({ text }) => text === ';')
  const near = periods
    .filter(({ first, next }) => {
      const isAfter = first >= quantity.next
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
  return leading?.period ?? null
}

const qualifiers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:minimum|min|floor)\b/, 'minimum'],
  [/\b(?:maximum|max|capped)\b/, 'maximum'],
  [/\b(?:target|targeted|targeting|hurdle)\b/, 'target'],
  [/\bsized (?:to|at|on|based)\b|\brequire|\b(?:shall|must|to) maintain\b/, 'required'],
  [/\bstabilized\b|\bat stabilization\b/, 'stabilized'],
  [/\bpro ?forma\b|\bpro - forma\b/, 'pro forma'],
  [/\bin - ?place\b|\bin place\b/, 'in place'],
  [/\bpeak\b/, 'peak'],
  [/\bincremental\b|\badditional\b/, 'additional'],
]

/** What also narrows the numbers after the next: "we target a 25% IRR and 3.0x MOIC". */
const wideQualifiers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:target|targeted|targeting|hurdle)\b/, 'target'],
  [/\bsized (?:to|at|on|based)\b|\brequire|\b(?:shall|must|to) maintain\b|\bcovenant|\bsubject to\b/, 'required'],
]

/** Metrics whose name already says it. */
const impliesInPlace = new Set([
  'in_place_rent_per_unit',
  'in_place_rent_psf',
  'physical_occupancy_pct',
  'going_in_cap_rate_pct',
])

const qualifierOf = (
  sentence: Sentence,
  quantity: Quantity,
  { mention, named }: Pick<Link, 'mention' | 'named'>,
): string | null => {
  const from = Math.max(0, Math.min(mention.first, quantity.first) - 2)
  const to = Math.max(mention.next, quantity.next)
  const words = sentence.tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')
  const clause = sentence.tokens
    .slice(Math.max(0, from - 10), to)
    .map(({ word }) => word)
    .join(' ')
  const found =
    qualifiers.find(([form]) => form.test(words))?.[1] ??
    wideQualifiers.find(([form]) => form.test(clause))?.[1] ??
    null
  if (found === 'stabilized' && named.key === 'stabilized_noi') return null
  if (found === 'pro forma' && named.key !== 'noi') return null
  if (found === 'maximum' && named.key === 'loan_amount') return null
  return found === 'in place' && named.key !== null && impliesInPlace.has(named.key) ? null : found
}

const changeVerbs = new Set(
  'expanded increased grew rose declined fell improved widened narrowed contracted decreased dropped gained lost climbed slipped jumped up down by'.split(
    ' ',
  ),
)

/** Words before a number that make it something else than the value of the term. */
const isOldOrDifference = (sentence: Sentence, quantity: Quantity): boolean => {
  const { tokens } = sentence
  const before = tokens[quantity.first - 1]?.word ?? ''
  const secondBefore = tokens[quantity.first - 2]?.word ?? ''
  const after = tokens[quantity.next]?.word ?? ''
  if (before === 'than') return quantity.bound === null
  if (before === 'not' || before === 'versus' || before === 'vs' || before === 'minus') return true
  if ((before === 'of' || before === 'than') && (secondBefore === 'instead' || secondBefore === 'rather')) return true
  if (
    /^(?:increase|decrease|reduction|decline|drop|gain|improvement|shortfall|excess|discount|gap)$/.test(
      secondBefore,
    ) &&
    before === 'of'
  )
    return quantity.bound === null
  const isChange = changeVerbs.has(tokens[quantity.first - 1]?.text.toLowerCase() ?? '')
  if (isChange && !/^mak|^made$/.test(secondBefore)) return true
  if (/^(?:below|above|higher|lower|ahead|cheaper|short)$/.test(after)) return true
  return /^(?:less|more|fewer)$/.test(after) && tokens[quantity.next + 1]?.word === 'than'
}

const followedByShare = (sentence: Sentence, { next }: Quantity): boolean => {
  const { tokens, quantities } = sentence
  if (tokens[next]?.word !== 'of') return false
  const at = tokens[next + 1]?.word === 'the' ? next + 2 : next + 1
  return quantities.some(({ first, measure }) => first === at && measure === 'plain')
}

/** Part of a lease or tenant, not of the property. */
const tenantWords = /\b(?:tenant|occupy|occupies|lease|lessee|suite|premise|expansion|leases|renewed)\b/

const areaFact = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.measure !== 'area' || quantity.per.length > 0) return undefined
  const { tokens, domain } = sentence
  if (domain !== undefined && !domain.startsWith('cre_')) return undefined
  const around = tokens
    .slice(Math.max(0, quantity.first - 8), quantity.next + 4)
    .map(({ word }) => word)
    .join(' ')
  if (tenantWords.test(around)) return undefined
  const after = tokens
    .slice(quantity.next, quantity.next + 5)
    .map(({ word }) => word)
    .join(' ')
  const isNamed = /^(?:rentable|leasable|net|rsf|nrsf|gla|nra)$/.test(quantity.areaKind)
  const isBuilding =
    /\b(?:building|property|asset|center|centre|facility|tower|community|complex|campus|portfolio|warehouse)\b/.test(
      after,
    )
  if (!isNamed && !isBuilding) return undefined
  return { key: 'rentable_sf', term: 'Rentable Square Feet', unit: 'square_feet', sureness: isNamed ? 0.95 : 0.85 }
}

const loanWords = /\b(?:loan|mortgage|financing|debt|lender|proceeds|leverage)\b/

/** "62% of the purchase price" next to a loan is its loan to value. */
const shareOfPrice = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.measure !== 'percent') return undefined
  const { tokens } = sentence
  const after = tokens
    .slice(quantity.next, quantity.next + 6)
    .map(({ word }) => word)
    .join(' ')
  const before = tokens
    .slice(Math.max(0, quantity.first - 14), quantity.first)
    .map(({ word }) => word)
    .join(' ')
  const toCost = /^of (?:the )?(?:total )?(?:project |development )?cost\b/.test(after)
  const toValue =
    /^of (?:the )?(?:purchase price|price|value|appraised value|as - is value|as is|acquisition price|market value)\b/.test(
      after,
    )
  if ((!toCost && !toValue) || !loanWords.test(before)) return undefined
  return toCost
    ? { key: 'ltc_pct', term: 'Loan to Cost', unit: 'percentage_points', sureness: 0.85 }
    : { key: 'ltv_pct', term: 'Loan to Value', unit: 'percentage_points', sureness: 0.85 }
}

/** "9.0x LTM Adjusted EBITDA": which multiple it is depends on what it values. */
const ebitdaMultiple = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.measure !== 'multiple' || sentence.domain !== 'pe_lbo') return undefined
  const { tokens } = sentence
  const after = tokens.slice(quantity.next, quantity.next + 6).map(({ word }) => word)
  if (!after.includes('ebitda') || after.slice(0, after.indexOf('ebitda')).includes(',')) return undefined
  const before = tokens
    .slice(Math.max(0, quantity.first - 16), quantity.first)
    .map(({ word }) => word)
    .join(' ')
  const named = (key: string, term: string): Named => ({ key, term, unit: 'multiple_x', sureness: 0.85 })
  if (/\b(?:exit|exiting)\b/.test(before)) return named('exit_multiple', 'Exit Multiple')
  if (/\bnet (?:debt|leverage)\b/.test(before)) return named('net_leverage', 'Net Debt / EBITDA')
  if (/\bsenior|first lien\b/.test(before)) return named('senior_leverage', 'Senior Debt / EBITDA')
  if (/\b(?:debt|leverage|levered|borrow)\b/.test(before)) return named('total_leverage', 'Total Debt / EBITDA')
  return /\b(?:enterprise value|ev|tev|valuation|price|consideration|acquire|acquisition|purchase|entry)\b/.test(before)
    ? named('entry_multiple', 'Entry Multiple')
    : undefined
}

const special = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.isSpread) return { key: 'spread_pct', term: 'Credit Spread', unit: 'percentage_points', sureness: 0.97 }
  return (
    countedThing(sentence, quantity) ??
    areaFact(sentence, quantity) ??
    shareOfPrice(sentence, quantity) ??
    ebitdaMultiple(sentence, quantity)
  )
}

const yearBuilt = /^(?:built|completed|constructed|opened|developed|delivered)$/

/** "built in 1998" */
const builtIn = ({ tokens, domain }: Sentence, quantity: Quantity): boolean =>
  quantity.measure === 'year' &&
  domain?.startsWith('cre_') === true &&
  [1, 2, 3].some((back) => yearBuilt.test((tokens[quantity.first - back]?.text ?? '').toLowerCase()))

/** Terms that a whole label names. */
const labelNames = (label: string, domain: MetricDomain | undefined, heading: string): readonly Named[] => {
  const matches = matchLabel(label, domain, heading).filter(({ sureness }) => sureness >= 0.7)
  const spoken = namesOfLabel(label, domain)
  const best = matches[0]
  const byLabel = matches
    .filter(({ sureness }) => sureness >= (best?.sureness ?? 0) - 0.02)
    .map(({ kind, sureness }): Named => ({ key: kind.key, term: kind.label, unit: kind.unit, sureness }))
  return [...spoken, ...byLabel.filter(({ key }) => !spoken.some((item) => item.key === key))]
}

/** Labels of lists that mean something only there. */
const listTerms: readonly (readonly [RegExp, Named])[] = [
  [
    /^(?:initial |loan )?term(?: \/ maturity)?$|^maturity$/i,
    { key: null, term: 'loan term', unit: 'months', sureness: 0.85 },
  ],
  [
    /^(?:io|interest[ -]only)(?: period| term)?$/i,
    { key: null, term: 'interest-only period', unit: 'months', sureness: 0.9 },
  ],
  [
    /^(?:property |real estate )?tax(?:es)?$/i,
    { key: 'real_estate_taxes', term: 'Real Estate Taxes', unit: 'currency', sureness: 0.85 },
  ],
  [/^price$|^pricing$/i, { key: 'purchase_price', term: 'Purchase Price', unit: 'currency', sureness: 0.85 }],
  [
    /^rate$|^pricing$|^coupon$/i,
    { key: 'interest_rate_pct', term: 'Interest Rate', unit: 'percentage_points', sureness: 0.85 },
  ],
  [
    /^(?:facility|loan|commitment)(?: amount| size)?$/i,
    { key: 'loan_amount', term: 'Loan Amount', unit: 'currency', sureness: 0.9 },
  ],
]

const propertyOnly = new Set(['real_estate_taxes', 'purchase_price', 'loan_amount'])

const namesOfListLabel = (label: string, domain: MetricDomain | undefined): readonly Named[] =>
  listTerms.flatMap(([form, named]) =>
    form.test(label.trim()) &&
    !(named.key !== null && propertyOnly.has(named.key) && domain !== undefined && !domain.startsWith('cre_'))
      ? [named]
      : [],
  )

/** Rents per month and per square foot differ by what the number is per. */
const chooseNamed = (mention: Mention, quantity: Quantity): Named | undefined => {
  const fitting = mention.named.filter((named) => fits(quantity, named))
  const by = quantity.per.find((item) => item === 'unit' || item === 'area')
  return fitting.find((named) => perItemOf(named) === by) ?? fitting[0]
}

const minLink = 0.6
const maxDistance = 24
/** A sentence with more numbers is a list, which tables are read from. */
const maxQuantities = 60

/** Links between the numbers of a sentence and the names in it. */
const linksOf = (sentence: Sentence, label: Mention | undefined): Link[] => {
  const links: Link[] = []
  const { quantities, mentions } = sentence
  for (const [place, quantity] of quantities.entries()) {
    const isOld = quantity.isRange || isOldOrDifference(sentence, quantity)
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
const assign = (links: readonly Link[], quantities: readonly Quantity[]): Map<number, Link> => {
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
const shareNames = (sentence: Sentence, assigned: Map<number, Link>): void => {
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
const pairRespectively = (sentence: Sentence): Map<number, Link> | undefined => {
  const { tokens, quantities, mentions } = sentence
  if (!tokens.some(({ word }) => word === 'respectively')) return undefined
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
  const named = outer.flatMap((mention) => {
    const first = numbers[0]
    const chosen = first === undefined ? undefined : chooseNamed(mention, first.quantity)
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

/** After a loan amount, "at 4.62%" is its interest rate. */
const rateOfLoan = (sentence: Sentence, place: number, assigned: ReadonlyMap<number, Link>): Named | undefined => {
  const { tokens, quantities } = sentence
  const quantity = quantities[place]
  const previous = assigned.get(place - 1)?.named.key
  if (quantity?.measure !== 'percent' || tokens[quantity.first - 1]?.word !== 'at') return undefined
  const isLoan = previous === 'loan_amount' || previous === 'senior_debt' || previous === 'subordinated_debt'
  const isShare = tokens[quantity.next]?.word === 'of'
  return isLoan && !isShare && quantity.value < 20
    ? { key: 'interest_rate_pct', term: 'Interest Rate', unit: 'percentage_points', sureness: 0.85 }
    : undefined
}

/** A price per unit next to the price. */
const perUnitOfPrice = (
  sentence: Sentence,
  quantity: Quantity,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  if (quantity.measure !== 'currency' || quantity.per.length !== 1) return undefined
  const isPriced = [...assigned.values()].some(({ named }) => named.key === 'purchase_price')
  if (!isPriced || sentence.domain?.startsWith('cre_') === false) return undefined
  if (quantity.per[0] === 'unit')
    return { key: 'price_per_unit', term: 'Price per Unit', unit: 'currency', sureness: 0.88 }
  return quantity.per[0] === 'area'
    ? { key: 'price_per_sf', term: 'Price per SF', unit: 'currency', sureness: 0.88 }
    : undefined
}

/** Contexts in which a word means another thing than the metric it usually names. */
const isMisread = (
  sentence: Sentence,
  { named, mention }: Pick<Link, 'named' | 'mention'>,
  quantity: Quantity,
): boolean => {
  const words = sentence.tokens
    .slice(Math.max(0, quantity.first - 8), quantity.next + 6)
    .map(({ word }) => word)
    .join(' ')
  if (named.key === 'interest_rate_pct')
    return /\b(?:escalation|increase|bump|rent|default|penalty|late|management|fee|growth)\b/.test(words)
  if (named.key === 'insurance_expense')
    return /\b(?:coverage|claim|liability|limit|deductible|proceeds|title|policy|umbrella)\b/.test(words)
  if (named.key === 'going_in_cap_rate_pct') return /\b(?:exit|terminal|reversion|residual|rate cap)\b/.test(words)
  // Leased is not yet occupied where people live.
  if (named.key === 'physical_occupancy_pct' && sentence.domain === 'cre_multifamily')
    return sentence.tokens.slice(mention.first, mention.next).some(({ word }) => word === 'leased')
  if (named.key === 'customer_count') return /\b(?:largest|top|per|each|new|lost)\b/.test(words)
  return false
}

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
    quantities: all.filter((quantity) => !isInName(quantity)),
    mentions,
    periods: findPeriods(tokens),
    domain,
  }
  const label = labelMention(text, span, sentence)
  const doubts = doubtsOf(tokens)
  const assigned = pairRespectively(sentence) ?? assign(linksOf(sentence, label), sentence.quantities)
  for (const [place, quantity] of sentence.quantities.entries()) {
    const named = special(sentence, quantity)
    const own = assigned.get(place)
    if (named !== undefined && (own === undefined || own.score < 0.9 || named.unit === 'count')) {
      const mention = { first: quantity.first, next: quantity.next, named: [named], within: [] }
      assigned.set(place, { quantity: place, mention, named, score: named.sureness, distance: 0 })
    }
  }
  for (const [place, quantity] of sentence.quantities.entries()) {
    if (assigned.has(place)) continue
    const named = rateOfLoan(sentence, place, assigned) ?? perUnitOfPrice(sentence, quantity, assigned)
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
    const isDoubted = doubts.slice(quantity.first, quantity.next).some((doubt) => doubt !== undefined)
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
    const link = assigned.get(place)
    if (link === undefined || isInPeriod(sentence.periods, quantity.first) || isMisread(sentence, link, quantity))
      continue
    const isMonthly = tokens[link.mention.first - 1]?.word === 'monthly' && !quantity.per.includes('month')
    const named = withPer(link.named, isMonthly ? { ...quantity, per: [...quantity.per, 'month'] } : quantity)
    const period = periodOf(sentence, quantity, link.mention)
    const isGrowth = named?.key?.endsWith('_growth_pct') === true
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

const labelMention = (
  text: string,
  { labelFrom, labelTo, heading }: { labelFrom?: number; labelTo?: number; heading?: string },
  { tokens, domain }: Sentence,
): Mention | undefined => {
  if (labelFrom === undefined || labelTo === undefined) return undefined
  const label = text.slice(labelFrom, labelTo).replaceAll(/[*_]/g, '').trim()
  const named = [...labelNames(label, domain, heading ?? ''), ...namesOfListLabel(label, domain)]
  const next = tokens.findIndex(({ from }) => from >= labelTo)
  return named.length === 0 || next < 1 ? undefined : { first: 0, next, named, within: [] }
}
