import type { Quantity } from '../quantity.ts'
import type { Link, Sentence } from './sentence.ts'

/** "Exit at a 5.50% cap" is the exit cap rate. */
export const asExit = (sentence: Sentence, link: Link, quantity: Quantity): Link => {
  if (link.named.key !== 'going_in_cap_rate_pct') return link
  const words = sentence.tokens
    .slice(Math.max(0, quantity.first - 8), quantity.next + 6)
    .map(({ word }) => word)
    .join(' ')
  return /\b(?:exit|exiting|terminal|reversion|residual)\b/.test(words)
    ? { ...link, named: { ...link.named, key: 'exit_cap_rate_pct', term: 'Exit Cap Rate' } }
    : link
}

/** Contexts in which a word means another thing than the metric it usually names. */
export const isMisread = (
  sentence: Sentence,
  { named, mention }: Pick<Link, 'named' | 'mention'>,
  quantity: Quantity,
): boolean => {
  const words = sentence.tokens
    .slice(Math.max(0, quantity.first - 8), quantity.next + 6)
    .map(({ word }) => word)
    .join(' ')
  // "A term loan of $100 million and notes of $25 million, together 5.0x": not of the one that was named.
  const before = sentence.tokens.slice(Math.max(0, quantity.first - 4), quantity.first).map(({ word }) => word)
  const isSum = before.some((word) => word === 'together' || word === 'combined' || word === 'altogether')
  if (isSum && mention.first < quantity.first - before.length) return true
  if (named.key === 'interest_rate_pct')
    return /\b(?:escalation|increase|bump|rent|default|penalty|late|management|fee|growth)\b/.test(words)
  if (named.key === 'insurance_expense')
    return /\b(?:coverage|claim|liability|limit|deductible|proceeds|title|policy|umbrella)\b/.test(words)
  if (named.key === 'going_in_cap_rate_pct') return /\brate cap\b/.test(words)
  // Leased is not yet occupied where people live.
  if (named.key === 'physical_occupancy_pct' && sentence.domain === 'cre_multifamily')
    return sentence.tokens.slice(mention.first, mention.next).some(({ word }) => word === 'leased')
  if (named.key === 'customer_count') return /\b(?:largest|top|per|each|new|lost)\b/.test(words)
  return false
}
