import type { Quantity } from '../quantity.ts'
import type { Link, Sentence } from './sentence.ts'

const atExit =
  /\b(?:exit|exiting|terminal|reversion|residual|disposition)\b|\b(?:sale|sold|sell|selling) (?:at|in|after) (?:the end of )?(?:the )?(?:year|month|fifth|seventh|tenth|hold)/g
const atEntry = /\b(?:going - in|going in|entry|buy|buying|bought|acquire|acquiring|purchase|in - place|in place)\b/g

/** Where the last match starts; -1 if there is none. */
const lastOf = (words: string, form: RegExp): number => [...words.matchAll(form)].at(-1)?.index ?? -1

/** "Exit at a 5.50% cap" is the exit cap rate. */
export const asExit = (sentence: Sentence, link: Link, quantity: Quantity): Link => {
  if (link.named.key !== 'going_in_cap_rate_pct') return link
  // What follows a comma or "and" is said of another number: "5.53% going in, 6.00% exit".
  const rest = sentence.tokens.slice(quantity.next, quantity.next + 6).map(({ word }) => word)
  const cut = rest.findIndex((word) => /^[,;/]$|^(?:and|versus|vs|to|while)$/.test(word))
  const after = (cut === -1 ? rest : rest.slice(0, cut)).join(' ')
  const before = sentence.tokens
    .slice(Math.max(0, quantity.first - 12), quantity.first)
    .map(({ word }) => word)
    .join(' ')
  // The nearer word decides: "exit at 5.75% against a going-in cap of 5.5%".
  const isExit = lastOf(after, atExit) !== -1 || lastOf(before, atExit) > lastOf(before, atEntry)
  return isExit ? { ...link, named: { ...link.named, key: 'exit_cap_rate_pct', term: 'Exit Cap Rate' } } : link
}

const conditions: ReadonlySet<string> = new Set(['once', 'when', 'upon', 'after', 'following'])

const isStable = ({ word }: { word: string }): boolean => /^stabiliz(?:ed|ation|e)$/.test(word)

/** "Once the store is stabilized, NOI should reach $1.06 million" is the stabilized NOI. */
export const asStabilized = (sentence: Sentence, link: Link): Link => {
  if (link.named.key !== 'noi') return link
  const isStabilized = sentence.tokens
    .slice(0, link.mention.first)
    .some(({ word }, at, tokens) => conditions.has(word) && tokens.slice(at + 1, at + 7).some(isStable))
  return isStabilized ? { ...link, named: { ...link.named, key: 'stabilized_noi', term: 'Stabilized NOI' } } : link
}

/** Revenue that is only a part of it, or not yet earned: "deferred revenue", "October flash revenue". */
const partsOfRevenue = new Set(
  [
    'deferred unearned unbilled flash weekly daily monthly quarterly incremental lost acquired foregone service license licence product',
    'recurring maintenance hardware subscription implementation professional training transaction payment usage international domestic export',
    'european canadian segment division rental ancillary other new existing synergy backlog january february march april may june july',
    'august september october november december combined per additional pilot potential customer',
  ].flatMap((line) => line.split(' ')),
)

/** A loan that is only drawn later, or for something else. */
const undrawn = /\b(?:delayed draw|ddtl|undrawn|revolver|revolving|accordion|incremental)\b/

/** "Every 25 basis points of cap rate", "a 50 bp rise in the exit cap": by how much something changes. */
const isStepOf = (sentence: Sentence, quantity: Quantity): boolean => {
  const before = sentence.tokens[quantity.first - 1]?.word ?? ''
  const after = sentence.tokens.slice(quantity.next, quantity.next + 2).map(({ word }) => word)
  if (before === 'every' || (before === 'each' && quantity.measure === 'percent')) return true
  return after.some((word) =>
    /^(?:rise|increase|decrease|decline|drop|move|movement|swing|change|shift|cushion)$/.test(word),
  )
}

const maxRentPremium = 3_000

/** Rates stated in basis points are margins; of anything else they are differences. */
const inBasisPoints = new Set(['spread_pct', 'interest_rate_pct', 'all_in_yield_pct'])

/** "Customers: 412", "the number of customers reached 412", but not "customers in 28 states". */
const isCountOf = ({ tokens }: Sentence, mention: Link['mention'], quantity: Quantity): boolean => {
  if (mention.next > quantity.first || mention.next - mention.first > 1) return true
  if (quantity.isWords || /^\p{L}/u.test(tokens[quantity.next]?.text ?? '')) {
    const after = tokens[quantity.next]?.word ?? ''
    if (quantity.isWords || !/^(?:at|as|in|on|by|and|up|versus|vs|today|now|from)$/.test(after)) return false
  }
  const between = tokens.slice(mention.next, quantity.first).map(({ word }) => word)
  return (
    between.length === 0 ||
    between.some((word) =>
      /^(?::|=|\||total|totaled|number|numbered|stood|reached|were|was|are|is|of|grew|count)$/.test(word),
    )
  )
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
  const previous = sentence.tokens[mention.first - 1]?.word ?? ''
  if (isStepOf(sentence, quantity) && !named.key?.endsWith('_growth_pct')) return true
  if (quantity.isBasisPoints && named.key !== null && !inBasisPoints.has(named.key)) return true
  // "against a market of $1,410"
  if (named.key === 'in_place_rent_per_unit' || named.key === 'in_place_rent_psf')
    if (/^(?:market|asking|street|submarket)$/.test(previous)) return true
  const next = sentence.tokens[quantity.next]?.word ?? ''
  if (named.key?.endsWith('irr_pct') || named.key === 'equity_multiple' || named.key === 'moic')
    if (next === 'net' || /\bnet to\b|\bto (?:the )?(?:lp|investor|limited partner)\b/.test(words)) return true
  // A premium of this size is that of an insurance.
  if (named.key === 'rent_premium_per_unit' && quantity.value > maxRentPremium) return true
  if (named.key === 'revenue' && /^(?:run|per|from)$/.test(sentence.tokens[mention.next]?.word ?? '')) return true
  if (named.key === 'going_in_cap_rate_pct' && /^(?:market|submarket)$/.test(previous)) return true
  if (named.key === 'leasing_costs' && quantity.value < 1_000) return true
  // Investors' own return, and the share of several customers together.
  if (named.key?.endsWith('irr_pct') && previous === 'net') return true
  if (named.key === 'top_customer_pct' && /^(?:two|three|four|five|six|ten|\d{1,2})$/.test(previous)) return true
  // "The 2021 purchase price": what somebody paid before.
  if (named.key === 'purchase_price' && /^(?:19|20)\d{2}$/.test(previous)) return true
  if (named.key === 'interest_rate_pct' && /\b(?:strike|rate cap)\b/.test(words)) return true
  if (named.key === 'revenue' && partsOfRevenue.has(previous)) return true
  if (named.key === 'senior_debt' || named.key === 'total_debt') {
    const own = sentence.tokens.slice(Math.max(0, mention.first - 4), quantity.next + 8).map(({ word }) => word)
    if (undrawn.test(own.join(' ').replaceAll(' - ', ' '))) return true
  }
  // The floor of the index is not the rate: "floor of 1.00%", "with a 1.00% floor".
  if (named.key === 'interest_rate_pct') {
    const near = sentence.tokens.slice(Math.max(0, quantity.first - 3), quantity.first).map(({ word }) => word)
    if (near.includes('floor') || sentence.tokens[quantity.next]?.word === 'floor') return true
  }
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
  // "bill-and-hold sales", "same-store sales" are some of them; "full-year sales" are all.
  if (named.key === 'revenue' && sentence.tokens[mention.first - 2]?.text === '-')
    return !/^(?:year|month|quarter|rate|forma|date|end|line)$/.test(sentence.tokens[mention.first - 1]?.word ?? '')
  if (named.key === 'customer_count')
    return /\b(?:largest|top|per|each|new|lost)\b/.test(words) || !isCountOf(sentence, mention, quantity)
  return false
}
