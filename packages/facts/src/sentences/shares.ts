import type { Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import type { Link, Sentence } from './sentence.ts'

const share = (key: string, term: string, sureness = 0.88): Named => ({
  key,
  term,
  unit: 'percentage_points',
  sureness,
})

const wordsIn = ({ tokens }: Sentence, from: number, to: number): string =>
  tokens
    .slice(Math.max(0, from), Math.max(0, to))
    .map(({ word }) => word)
    .join(' ')

const ofSales = /^of (?:(?:total|net|our|the|its|annual|company|company's|group) ){0,3}(?:revenue|sale|turnover)\b/

/** "recurring", but not "non-recurring". */
const recurs = (words: string): boolean => {
  const at = words.search(/ recur(?:ring)?\b/)
  return at !== -1 && !/\bnon(?: -)?$/.test(words.slice(0, at)) && !/\d/.test(words.slice(0, at))
}

/** "Consumables make up 63% of revenue and are recurring in nature", "58% of sales, all of it recurring". */
const recurringShare = (sentence: Sentence, { next }: Quantity): Named | undefined => {
  if (sentence.domain?.startsWith('cre_')) return undefined
  const after = wordsIn(sentence, next, next + 14)
  const sales = ofSales.exec(after)?.[0]
  return sales !== undefined && recurs(after.slice(sales.length))
    ? share('recurring_revenue_pct', 'Recurring Revenue Share')
    : undefined
}

const ofRent =
  /^of (?:(?:the|total|base|annual|annualized|gross|in|place|-|rental|contract|scheduled|property|building) ){0,5}(?:rent|income|revenue|abr)\b/

/** "The anchor, a listed grocer, contributes 52% of base rent". */
const anchorShare = (sentence: Sentence, { first, next }: Quantity): Named | undefined => {
  if (sentence.domain !== undefined && !sentence.domain.startsWith('cre_')) return undefined
  const before = wordsIn(sentence, first - 20, first)
  const isAnchor = /\b(?:anchor|anchor tenant|largest tenant|lead tenant)\b/.test(before)
  return isAnchor && ofRent.test(wordsIn(sentence, next, next + 9))
    ? share('largest_tenant_pct', 'Largest Tenant')
    : undefined
}

/** "No customer accounts for more than 15% of sales": an upper limit of the largest share. */
const limitOfLargest = (sentence: Sentence, { first, bound }: Quantity): Named | undefined => {
  if (bound !== 'at_most') return undefined
  const found =
    /\b(?:no|none of (?:the|our|its)) (?:(?:single|one|individual) )?(customer|client|account|tenant)\b/.exec(
      wordsIn(sentence, first - 14, first),
    )?.[1]
  if (found === undefined) return undefined
  return found === 'tenant'
    ? share('largest_tenant_pct', 'Largest Tenant')
    : share('top_customer_pct', 'Largest Customer')
}

/** "558 of 612 units rented this morning = 91.2%": the share that two counts make is that of the units let. */
const shareOfUnits = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  const { quantities, tokens, domain } = sentence
  if (domain !== undefined && !domain.startsWith('cre_')) return undefined
  const place = quantities.indexOf(quantity)
  const [part, whole] = [quantities[place - 2], quantities[place - 1]]
  if (part?.measure !== 'plain' || whole?.measure !== 'plain') return undefined
  const link = wordsIn(sentence, part.next, whole.first)
  if (!/^(?:out )?of (?:the |its )?$/.test(`${link} `) || quantity.first - whole.next > 12) return undefined
  const between = tokens.slice(whole.next, quantity.first).map(({ word }) => word)
  const isLet = between.some((word) => /^(?:rented|occupied|leased|let|taken|filled)$/.test(word))
  const isSame = Math.abs((100 * part.value) / whole.value - quantity.value) <= quantity.tolerance + 0.05
  return isLet && isSame ? share('physical_occupancy_pct', 'Physical Occupancy', 0.95) : undefined
}

/** "Recurring revenue is $35 million (84% of total)". */
const recurringOfTotal = (sentence: Sentence, { first, next }: Quantity): Named | undefined =>
  sentence.domain?.startsWith('cre_') !== true &&
  sentence.tokens[first - 1]?.text === '(' &&
  /^of (?:the )?total\b/.test(wordsIn(sentence, next, next + 4)) &&
  /(?:^|[^-] )recurring revenue\b/.test(wordsIn(sentence, first - 12, first))
    ? share('recurring_revenue_pct', 'Recurring Revenue Share')
    : undefined

/** What a share is of, by the words around it. */
export const namedShare = (sentence: Sentence, quantity: Quantity): Named | undefined =>
  quantity.measure === 'percent'
    ? (limitOfLargest(sentence, quantity) ??
      recurringShare(sentence, quantity) ??
      recurringOfTotal(sentence, quantity) ??
      anchorShare(sentence, quantity) ??
      shareOfUnits(sentence, quantity))
    : undefined

const margins: Readonly<Record<string, readonly [key: string, term: string]>> = {
  adjusted_ebitda: ['ebitda_margin_pct', 'EBITDA Margin'],
  reported_ebitda: ['ebitda_margin_pct', 'EBITDA Margin'],
  gross_profit: ['gross_margin_pct', 'Gross Margin'],
}

/** "Gross profit of $31.4 million (75.4% of revenue)", "EBITDA of $10.9 million (26.2%)": a share beside earnings. */
const isOfRevenue = (sentence: Sentence, place: number): boolean => {
  const quantity = sentence.quantities[place]
  const earnings = sentence.quantities[place - 1]
  if (quantity === undefined || earnings === undefined || quantity.first - earnings.next > 2) return false
  const isInBrackets = sentence.tokens[quantity.first - 1]?.text === '('
  const after = wordsIn(sentence, quantity.next, quantity.next + 5)
  return ofSales.test(after) || (isInBrackets && /^\)/.test(after))
}

/** "EBITDA of $4.1 million, a margin of 18.8%", "EBITDA of $4.1 million (an 18.8% margin)". */
export const marginOfEarnings = (
  sentence: Sentence,
  place: number,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  const quantity = sentence.quantities[place]
  const previous = assigned.get(place - 1)?.named.key ?? ''
  if (quantity?.measure !== 'percent' || !Object.hasOwn(margins, previous)) return undefined
  const start = sentence.quantities[place - 1]?.next ?? 0
  const before = wordsIn(sentence, Math.max(start, quantity.first - 6), quantity.first)
  const after = wordsIn(sentence, quantity.next, quantity.next + 2)
  const isMargin =
    /(?:^|[,(] |\b(?:a|an|for|at|with|representing|and) )(?:a |an )?margin (?:of |was |is )?(?:about |approximately |roughly )?$/.test(
      `${before} `,
    ) ||
    /^margin\b/.test(after) ||
    /(?:^|[/,(] )margin$/.test(before) ||
    isOfRevenue(sentence, place)
  const [key, term] = margins[previous] ?? []
  return isMargin && key !== undefined && term !== undefined ? share(key, term, 0.9) : undefined
}
