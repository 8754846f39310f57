import type { Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import { countedThing } from './counted-things.ts'
import { growthRate } from './growth-rates.ts'
import type { Link, Sentence } from './sentence.ts'
import { namedShare } from './shares.ts'
import { worded } from './wordings.ts'

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
  // "First lien on Harbor Tower, Denver (214,600 square feet)"
  const isOfBuilding =
    tokens[quantity.first - 1]?.text === '(' &&
    (tokens[quantity.next]?.text === ')' || tokens[quantity.next + 1]?.text === ')') &&
    /\b(?:building|property|asset|center|centre|facility|tower|community|complex|campus|warehouse|collateral)\b/.test(
      tokens
        .slice(Math.max(0, quantity.first - 16), quantity.first)
        .map(({ word }) => word)
        .join(' '),
    )
  if (!isNamed && !isBuilding && !isOfBuilding) return undefined
  return { key: 'rentable_sf', term: 'Rentable Square Feet', unit: 'square_feet', sureness: isNamed ? 0.95 : 0.85 }
}

const loanWords = /\b(?:loan|mortgage|financing|debt|lender|lend|proceed|leverage|borrower)\b/

/** "62% of the purchase price" next to a loan is its loan to value. */
const shareOfPrice = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.measure !== 'percent') return undefined
  const { tokens } = sentence
  const after = tokens
    .slice(quantity.next, quantity.next + 9)
    .map(({ word }) => word)
    .join(' ')
  const before = tokens
    .slice(Math.max(0, quantity.first - 14), quantity.first)
    .map(({ word }) => word)
    .join(' ')
  const toCost = /^of (?:the )?(?:total )?(?:project |development )?cost\b/.test(after)
  const toValue =
    /^of (?:the )?(?:(?:lower|lesser|least|smaller) of (?:the )?(?:our )?)?(?:(?:your |our |their |its |the )?(?:contract |sale |sales |purchase |acquisition )?price|value|appraised value|as - is value|as is|market value)\b|^of (?:the )?(?:lower|lesser|least|smaller) of (?:the )?cost\b/.test(
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
  // "A senior loan and notes, together 5.0x EBITDA".
  if (/\b(?:together|combined|altogether)\b/.test(before)) return named('total_leverage', 'Total Debt / EBITDA')
  if (/\bsenior|first lien\b/.test(before)) return named('senior_leverage', 'Senior Debt / EBITDA')
  if (/\b(?:debt|leverage|levered|borrow)\b/.test(before)) return named('total_leverage', 'Total Debt / EBITDA')
  return /\b(?:enterprise value|ev|tev|valuation|price|consideration|acquire|acquisition|purchase|entry)\b/.test(before)
    ? named('entry_multiple', 'Entry Multiple')
    : undefined
}

export const special = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.isSpread) return { key: 'spread_pct', term: 'Credit Spread', unit: 'percentage_points', sureness: 0.97 }
  return (
    countedThing(sentence, quantity) ??
    areaFact(sentence, quantity) ??
    shareOfPrice(sentence, quantity) ??
    ebitdaMultiple(sentence, quantity) ??
    namedShare(sentence, quantity) ??
    growthRate(sentence, quantity) ??
    worded(sentence, quantity)
  )
}

const yearBuilt = /^(?:built|completed|constructed|opened|developed|delivered)$/

/** "built in 1998" */
export const builtIn = ({ tokens, domain }: Sentence, quantity: Quantity): boolean =>
  quantity.measure === 'year' &&
  domain?.startsWith('cre_') === true &&
  [1, 2, 3].some((back) => yearBuilt.test((tokens[quantity.first - back]?.text ?? '').toLowerCase()))

/** After a loan amount, "at 4.62%" is its interest rate. */
export const rateOfLoan = (
  sentence: Sentence,
  place: number,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  const { tokens, quantities } = sentence
  const quantity = quantities[place]
  const previous = assigned.get(place - 1)?.named.key
  if (quantity?.measure !== 'percent') return undefined
  const isAt = tokens[quantity.first - 1]?.word === 'at' || tokens[quantity.first - 1]?.text === '@'
  const isNext = /^(?:and|,|\/|with)$/.test(tokens[quantity.first - 1]?.text ?? '')
  const before = quantities[place - 1]
  // "at 55% LTV and 6.40%": quotes state the rate next to the proceeds.
  const isQuoted =
    isNext && before !== undefined && quantity.first - before.next <= 3 && previous === 'ltv_pct' && quantity.value > 2
  const isLoan =
    isQuoted || (isAt && (previous === 'loan_amount' || previous === 'senior_debt' || previous === 'subordinated_debt'))
  const isShare = tokens[quantity.next]?.word === 'of'
  return isLoan && !isShare && quantity.value < 20
    ? { key: 'interest_rate_pct', term: 'Interest Rate', unit: 'percentage_points', sureness: 0.85 }
    : undefined
}

/** Smaller totals are rather costs than prices. */
const minPrice = 1_000_000

/** A price per unit next to the price. */
export const perUnitOfPrice = (
  sentence: Sentence,
  quantity: Quantity,
  assigned: ReadonlyMap<number, Link>,
): Named | undefined => {
  if (quantity.measure !== 'currency' || quantity.per.length !== 1) return undefined
  const before = sentence.quantities[sentence.quantities.indexOf(quantity) - 1]
  // "At $67.0 million, or $312 per square foot": a total next to its part.
  const isNextToTotal =
    before?.measure === 'currency' &&
    before.per.length === 0 &&
    before.value >= minPrice &&
    quantity.first - before.next <= 3 &&
    !assigned.has(sentence.quantities.indexOf(before))
  const isPriced = isNextToTotal || [...assigned.values()].some(({ named }) => named.key === 'purchase_price')
  if (!isPriced || sentence.domain?.startsWith('cre_') === false) return undefined
  if (quantity.per[0] === 'unit')
    return { key: 'price_per_unit', term: 'Price per Unit', unit: 'currency', sureness: 0.88 }
  return quantity.per[0] === 'area'
    ? { key: 'price_per_sf', term: 'Price per SF', unit: 'currency', sureness: 0.88 }
    : undefined
}
