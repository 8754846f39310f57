import type { Quantity } from '../quantity.ts'
import type { Link, Sentence } from './sentence.ts'

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
  [
    /\b(?:policy|program|guideline|underwriting|credit) (?:minimum|floor|test|limit|standard|constraint|requirement)?\b[^.]{0,20}\b(?:is|are|of|call for)\b|\b(?:minimum|floor) (?:is|are) (?:an? )?/,
    'minimum',
  ],
]

/** Metrics whose name already says it. */
const impliesInPlace = new Set([
  'in_place_rent_per_unit',
  'in_place_rent_psf',
  'physical_occupancy_pct',
  'going_in_cap_rate_pct',
])

/** Terms of the loan that a property has now. */
const loanTerms = new Set(['loan_amount', 'interest_rate_pct', 'spread_pct', 'annual_debt_service'])
const existingLoan =
  /\b(?:existing|outgoing|maturing|in - place|in place|seller|current) (?:\p{L}+ ){0,3}(?:loan|mortgage|debt|financing|note)\b|\b(?:repay|repaid|pay off|paid off|payoff|defease|defeased|retire|refinance) (?:\p{L}+ ){0,4}(?:loan|mortgage|debt|note|balance)\b|\bwill be (?:repaid|paid off|defeased|retired)\b/u

const debts = new Set(['senior_debt', 'subordinated_debt', 'net_debt', 'total_debt', 'cash_balance'])
const existing = /\b(?:existing|legacy|company own|target own|own net debt)\b/
const balanceDate =
  /\b(?:at|as of|on) (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b/

/** What the company owes before the deal is not what the deal borrows: "At August 31 the net debt was $21 million". */
const isExistingDebt = ({ tokens }: Sentence, key: string | null): boolean => {
  if (key === null) return false
  const words = tokens.map(({ word }) => word).join(' ')
  // A buyer who assumes the loan has the same one.
  if (loanTerms.has(key)) return existingLoan.test(words) && !/\bassum/.test(words)
  if (!debts.has(key)) return false
  return existing.test(words) || (balanceDate.test(words) && /\b(?:was|were|had|stood|totaled)\b/.test(words))
}

export const qualifierOf = (
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
  // "1.30x minimum"
  const after = sentence.tokens[quantity.next]?.word ?? ''
  const limit = /^(?:minimum|min|floor)$/.test(after)
    ? 'minimum'
    : /^(?:maximum|max)$/.test(after)
      ? 'maximum'
      : undefined
  const found =
    limit ??
    qualifiers.find(([form]) => form.test(words))?.[1] ??
    wideQualifiers.find(([form]) => form.test(clause))?.[1] ??
    null
  if (found === null && isExistingDebt(sentence, named.key)) return 'existing'
  if (found === 'stabilized' && named.key === 'stabilized_noi') return null
  if (found === 'pro forma' && named.key !== 'noi') return null
  if (found === 'maximum' && named.key === 'loan_amount') return null
  return found === 'in place' && named.key !== null && impliesInPlace.has(named.key) ? null : found
}
