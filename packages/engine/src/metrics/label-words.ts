import { normalizeLabel } from './normalize-label.ts'

/** Phrases with a standard abbreviation; "Internal Rate of Return" and "IRR" become the same. */
const phrases: readonly (readonly [phrase: string, short: string])[] = [
  ['internal rate of return', 'irr'],
  ['multiple on invested capital', 'moic'],
  ['multiple of invested capital', 'moic'],
  ['multiple of money', 'moic'],
  ['money multiple', 'moic'],
  ['earnings before interest tax depreciation amortization', 'ebitda'],
  ['earnings before interest taxes depreciation amortization', 'ebitda'],
  ['earnings before interest tax', 'ebit'],
  ['earnings before interest taxes', 'ebit'],
  ['debt service coverage', 'dscr'],
  ['debt coverage', 'dscr'],
  ['debt service cover', 'dscr'],
  ['loan to value', 'ltv'],
  ['loan to cost', 'ltc'],
  ['net operating income', 'noi'],
  ['capital expenditures', 'capex'],
  ['capital expenditure', 'capex'],
  ['d a', 'depreciation amortization'],
  ['depreciation amortisation', 'depreciation amortization'],
  ['enterprise value', 'ev'],
  ['firm value', 'ev'],
  ['tev', 'ev'],
  ['free cash flow', 'fcf'],
  ['free cashflow', 'fcf'],
  ['cost of goods sold', 'cogs'],
  ['cost of sales', 'cogs'],
  ['cost of revenue', 'cogs'],
  ['cost of revenues', 'cogs'],
  ['selling general administrative', 'sg a'],
  ['square feet', 'sf'],
  ['square foot', 'sf'],
  ['square footage', 'sf'],
  ['operating profit', 'operating income'],
  ['cap rate', 'caprate'],
  ['capitalization rate', 'caprate'],
  ['capitalisation rate', 'caprate'],
  ['cash on cash multiple', 'equity multiple'],
  ['pp e', 'ppe'],
  ['property plant equipment', 'ppe'],
  ['year over year', 'yoy'],
  ['y o y', 'yoy'],
  ['pro forma', 'proforma'],
  ['plant property equipment', 'ppe'],
  ['fcff', 'fcf'],
  ['ufcf', 'unlevered fcf'],
  ['lfcf', 'levered fcf'],
  ['cash flows', 'cash flow'],
  ['cashflows', 'cash flow'],
  ['cashflow', 'cash flow'],
  ['present value', 'pv'],
  ['tv', 'terminal value'],
  ['continuing value', 'terminal value'],
  ['weighted average cost of capital', 'wacc'],
  ['no of', 'number'],
]

/** One canonical word for trade synonyms, and the long form of abbreviations. */
const sameWord = new Map(
  Object.entries({
    adj: 'adjusted',
    amort: 'amortization',
    amortisation: 'amortization',
    avg: 'average',
    mgmt: 'management',
    occ: 'occupancy',
    exp: 'expense',
    rev: 'revenue',
    mkt: 'market',
    acq: 'acquisition',
    prob: 'probability',
    reno: 'renovation',
    psf: 'persf',
    sale: 'revenue',
    turnover: 'revenue',
    borrowing: 'debt',
    indebtedness: 'debt',
    leveraged: 'levered',
    unleveraged: 'unlevered',
    ungeared: 'unlevered',
    geared: 'levered',
    holding: 'hold',
    finance: 'interest',
    costs: 'cost',
    multiplier: 'multiple',
    pa: 'annual',
    yearly: 'annual',
    deprec: 'depreciation',
    dep: 'depreciation',
    terminal: 'exit',
    reversion: 'exit',
    residual: 'exit',
    disposition: 'exit',
    coverage: 'cover',
    stabilised: 'stabilized',
    equivalents: 'equivalent',
    minimum: 'min',
    maximum: 'max',
    sqft: 'sf',
  }),
)

/** Words that do not change the meaning of a label. */
const fillers = new Set(['the', 'of', 'in', 'at', 'for', 'on', 'to', 'a', 'an', 'by', 'ratio', 'amount', 'x'])

const singular = (word: string): string => {
  if (word.length <= 3 || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/s$/, '')
}

/** Most labels contain none of them, and are not searched for every phrase. */
const firstWords = new Set(phrases.map(([phrase]) => phrase.split(' ', 1)[0]))

/** A normalized label, with words separated by single spaces and phrases abbreviated. */
const withShortForms = (text: string): string =>
  text.split(' ').some((word) => firstWords.has(word))
    ? phrases.reduce((words, [phrase, short]) => words.replaceAll(` ${phrase} `, ` ${short} `), ` ${text} `).trim()
    : text

/** The words of a label for comparison: each once, in alphabetical order. */
export const labelWords = (label: string): readonly string[] => wordsOf(withShortForms(normalizeLabel(label)))

/** The same without abbreviations, for labels with the words of a phrase in another order. */
export const plainWords = (label: string): readonly string[] => wordsOf(normalizeLabel(label))

const wordsOf = (text: string): readonly string[] => {
  const words = text
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => sameWord.get(word) ?? sameWord.get(singular(word)) ?? singular(word))
  return [...new Set(words)].sort()
}

/** Whether one letter was inserted, deleted, changed or swapped with the next. */
const isOneSlipAway = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const rest = (text: string, from: number): string => text.slice(from)
  return (
    rest(a, start + 1) === rest(b, start + 1) ||
    rest(a, start + 1) === rest(b, start) ||
    rest(a, start) === rest(b, start + 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2))
  )
}

const shortestMisspelt = 6
/** Limit of the cache: words come from untrusted files, so that it must not grow without bound. */
const maxRemembered = 10_000

/** Creates a function that maps a misspelled word to the known word; unknown words stay as they are. */
export const createSpelling = (known: ReadonlySet<string>): ((word: string) => string) => {
  const meant = new Map<string, string>()
  /**
   * Indexed by first letter and length: the first letter is rarely mistyped, and a typo changes the length by one at
   * most.
   */
  const candidates = new Map<string, string[]>()
  for (const word of known) {
    const key = `${word[0]}${word.length}`
    if (word.length >= shortestMisspelt) candidates.set(key, [...(candidates.get(key) ?? []), word])
  }
  const likely = (word: string): string[] =>
    [-1, 0, 1].flatMap((longer) => candidates.get(`${word[0]}${word.length + longer}`) ?? [])
  return (word) => {
    if (word.length < shortestMisspelt || known.has(word)) return word
    const kept = meant.get(word)
    if (kept !== undefined) return kept
    const near = likely(word).filter((candidate) => isOneSlipAway(candidate, word))
    const found = near.length === 1 && near[0] !== undefined ? near[0] : word
    if (meant.size >= maxRemembered) meant.clear()
    meant.set(word, found)
    return found
  }
}
