import type { Named } from '../mentions.ts'
import type { Link, Sentence } from './sentence.ts'
import { surroundings } from './surroundings.ts'

const percent = { unit: 'percentage_points', sureness: 0.88 } as const
const growthOf: Readonly<Record<string, Named>> = {
  revenue: { key: 'revenue_growth_pct', term: 'Revenue Growth', ...percent },
  arr: { key: 'arr_growth_pct', term: 'ARR Growth', ...percent },
}
const grew =
  /(?:^|[ (,])(?:up|\+|grew|growing|increased|increase of|rose|growth of|an increase of|a gain of)(?: by| about| approximately)?$/
const isOfTime =
  /^\)?(?:,| )*(?:yoy|y \/ y|year over year|over the (?:prior|previous|same)|versus (?:the )?prior|vs\.? (?:the )?prior|from (?:the )?prior|growth)/

/** "Revenue of $38.2 million in FY2025 (+12.7%)", "ARR of $8.4M, up 92% year over year": the growth of what stands before it. */
export const growthOfValue = (
  sentence: Sentence,
  place: number,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  const quantity = sentence.quantities[place]
  const previous = lastAssigned(sentence, place, assigned)?.named.key ?? ''
  if (quantity?.measure !== 'percent' || !Object.hasOwn(growthOf, previous)) return undefined
  const { before, after } = surroundings(sentence, quantity)
  return grew.test(before) || (/\($|,$/.test(before) && isOfTime.test(after)) ? growthOf[previous] : undefined
}

/** The nearest number before that has a name; years and dates are passed over. */
const lastAssigned = (
  { quantities }: Sentence,
  place: number,
  assigned: ReadonlyMap<number, Link>,
): Link | undefined => {
  for (let at = place - 1; at >= 0; at--) {
    const link = assigned.get(at)
    if (link !== undefined) return link
    const measure = quantities[at]?.measure
    if (measure !== 'year' && measure !== 'date') return undefined
  }
  return undefined
}

const leverageOf: Readonly<Record<string, Named>> = {
  senior_debt: { key: 'senior_leverage', term: 'Senior Leverage', unit: 'multiple_x', sureness: 0.86 },
  total_debt: { key: 'total_leverage', term: 'Total Leverage', unit: 'multiple_x', sureness: 0.86 },
}

const otherMultiple = /\b(?:exit|leverage|debt|senior|total|moic|return|arr|revenue|sale|coverage)\b/

/** "A purchase price of $131 million (13.0x)", "$131 million implies a multiple of 13.0x": the multiple of the price. */
export const multipleOfPrice = (
  sentence: Sentence,
  place: number,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  const quantity = sentence.quantities[place]
  const price = sentence.quantities[place - 1]
  if (quantity?.measure !== 'multiple' || price === undefined || sentence.domain !== 'pe_lbo') return undefined
  const key = assigned.get(place - 1)?.named.key ?? ''
  // "Senior debt of $49.4 million (3.5x)"
  const isDebt = Object.hasOwn(leverageOf, key) && quantity.first - price.next === 1
  if (isDebt && sentence.tokens[price.next]?.text === '(') return leverageOf[key]
  if (key !== 'enterprise_value' || quantity.first - price.next > 8) return undefined
  const between = sentence.tokens
    .slice(price.next, quantity.next + 4)
    .map(({ word }) => word)
    .join(' ')
  return otherMultiple.test(between)
    ? undefined
    : { key: 'entry_multiple', term: 'Entry Multiple', unit: 'multiple_x', sureness: 0.88 }
}
