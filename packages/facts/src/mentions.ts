import type { MetricUnit } from '@deal-canvas/contract'
import { type MetricDomain, metricCatalogue } from '@deal-canvas/engine'
import { namedTerms, spokenNames } from './spoken-names.ts'
import { type Token, tokenize } from './tokens.ts'

/** A metric or term that some words can name. */
export interface Named {
  readonly key: string | null
  readonly term: string
  readonly unit: MetricUnit
  readonly sureness: number
  /** Whether the words say "per unit" or "per square foot". */
  readonly saysPer?: boolean
  /** Whether it stands above a name that is near: "9.3% unlevered" after "IRR of". */
  readonly isSure?: boolean
}

/** A place in a text that names a metric or term; the words can mean several. */
export interface Mention {
  readonly first: number
  readonly next: number
  readonly named: readonly Named[]
  /** Longer names that it is part of: "cap rate" in "exit cap rate". */
  readonly within: readonly Mention[]
}

/** Joins the words of a name: "loan-to-value", "EV / EBITDA". */
const joining = new Set(['-', '–', '‑', '/', '&', 'and', '’', "'", ',', '.'])
const maxWords = 9

const wordsOf = (name: string): string[] =>
  tokenize(name)
    .map(({ word }) => word)
    .filter((word) => !joining.has(word))

/** Everyday words that are names only as the label of a number. */
const isSafe = (name: string): boolean => {
  const words = name.split(/[\s-]+/)
  if (words.length > 1) return !/[#%$()]/.test(name)
  return name.length >= 3 && name.slice(1) !== name.slice(1).toLowerCase() && !/[#%$()/]/.test(name)
}

/** Names of the catalog that mean something else in a sentence. */
const notInSentences = new Set(
  [
    'outstanding balance',
    'total cost',
    'sale price',
    'sales price',
    'operating expense',
    'closing cash',
    'exit year',
    'close date',
    'growth rate',
    'remaining debt',
    'new debt',
    'in place',
    'debt repayment',
    'market price',
    'current price',
    'cash interest',
    'total income',
    'per door',
    'psf',
    'months vacant',
    'free rent',
    'lease expiration',
    'gross yield',
    'terminal value',
    'headline price',
    'tl',
    'post',
    'pre',
    'total lease',
    'contract service',
    'coc',
    'ask',
    'year 1 noi',
    't 12 noi',
    'purchase price',
  ].map((name) => wordsOf(name).join(' ')),
)

const add = (names: Map<string, Named[]>, words: readonly string[], named: Named): void => {
  const key = words.join(' ')
  if (key === '' || words.length > maxWords) return
  const known = names.get(key) ?? []
  if (!known.some((item) => item.key === named.key && item.term === named.term)) names.set(key, [...known, named])
}

/** "Loan Amount (senior)" is also called "Loan Amount". */
const beforeBracket = (name: string): string => name.split('(', 1)[0]?.trim() ?? ''

const buildNames = (): ReadonlyMap<string, readonly Named[]> => {
  const names = new Map<string, Named[]>()
  for (const kind of metricCatalogue) {
    const named = { key: kind.key, term: kind.label, unit: kind.unit }
    for (const name of spokenNames[kind.key] ?? [])
      add(names, wordsOf(name), { ...named, sureness: 0.95, saysPer: / per | a /.test(name) })
    for (const name of [kind.label, ...kind.synonyms]) {
      const words = wordsOf(beforeBracket(name))
      const isKnown = notInSentences.has(words.join(' '))
      if (isSafe(beforeBracket(name)) && !isKnown)
        add(names, words, { ...named, sureness: 0.9, saysPer: words.some((word) => word === 'per' || word === 'psf') })
    }
  }
  for (const { term, unit, names: own } of namedTerms)
    for (const name of own) add(names, wordsOf(name), { key: null, term, unit, sureness: 0.9 })
  return names
}

let built: ReadonlyMap<string, readonly Named[]> | undefined
/** Built on first use: most threads never read a document. */
const namesByWords = (): ReadonlyMap<string, readonly Named[]> => (built ??= buildNames())

const domainsOf = new Map(metricCatalogue.map((kind) => [kind.key, [...kind.domains, ...kind.statedIn]]))
/** Metrics that any deal can have, although the catalog lists them for one. */
const anywhere = new Set(['spread_pct', 'dscr', 'debt_yield_pct', 'interest_rate_pct', 'shares_outstanding'])

/** Metrics of recurring revenue: a buyout of a software company states them, too. */
const ofRecurringRevenue = new Set(
  [
    'arr mrr beginning_arr new_arr expansion_arr contraction_arr churned_arr net_new_arr arr_growth_pct nrr_pct grr_pct',
    'logo_churn_pct customer_count new_customers lost_customers arpa cac cac_payback_months ltv_cac magic_number rule_of_40',
  ].flatMap((line) => line.split(' ')),
)

const isOfDeal = (key: string, domain: MetricDomain): boolean =>
  anywhere.has(key) || domainsOf.get(key)?.includes(domain) === true

/** Those that such a deal has. */
const ofDeal = (named: readonly Named[], domain: MetricDomain | undefined): readonly Named[] => {
  if (domain === undefined) return named
  const own = named.filter(({ key }) => key === null || isOfDeal(key, domain))
  if (own.length > 0 || domain !== 'pe_lbo') return own
  return named.filter(({ key }) => key !== null && ofRecurringRevenue.has(key))
}

/** The places of a text that name metrics and terms; longer names first where several start at a word. */
export const findMentions = (tokens: readonly Token[], domain: MetricDomain | undefined): Mention[] => {
  const names = namesByWords()
  const mentions: Mention[] = []
  for (let first = 0; first < tokens.length; first++) {
    if (joining.has(tokens[first]?.word ?? '')) continue
    let key = ''
    const found: Mention[] = []
    let words = 0
    for (let next = first; next < tokens.length && words < maxWords; next++) {
      const word = tokens[next]?.word ?? ''
      if (joining.has(word)) continue
      words += 1
      key = key === '' ? word : `${key} ${word}`
      const named = ofDeal(names.get(key) ?? [], domain)
      if (named.length > 0) found.push({ first, next: next + 1, named, within: [] })
    }
    mentions.push(...found.reverse())
  }
  return mentions.map((mention, place) => ({ ...mention, within: longerAround(mentions, place) }))
}

/** Looks back only as far as a name is long. */
const longerAround = (mentions: readonly Mention[], place: number): Mention[] => {
  const own = mentions[place]
  const around: Mention[] = []
  for (let other = place - 1; own !== undefined && other >= 0; other--) {
    const mention = mentions[other]
    if (mention === undefined || mention.first < own.first - 2 * maxWords) break
    if (mention.first <= own.first && mention.next >= own.next) around.push(mention)
  }
  return around
}

/** The metrics and terms that a whole label names, as people write it in lists. */
export const namesOfLabel = (label: string, domain: MetricDomain | undefined): readonly Named[] =>
  ofDeal(namesByWords().get(wordsOf(label.slice(0, 200)).join(' ')) ?? [], domain)
