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
]

/** Metrics whose name already says it. */
const impliesInPlace = new Set([
  'in_place_rent_per_unit',
  'in_place_rent_psf',
  'physical_occupancy_pct',
  'going_in_cap_rate_pct',
])

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
  const found =
    qualifiers.find(([form]) => form.test(words))?.[1] ??
    wideQualifiers.find(([form]) => form.test(clause))?.[1] ??
    null
  if (found === 'stabilized' && named.key === 'stabilized_noi') return null
  if (found === 'pro forma' && named.key !== 'noi') return null
  if (found === 'maximum' && named.key === 'loan_amount') return null
  return found === 'in place' && named.key !== null && impliesInPlace.has(named.key) ? null : found
}
