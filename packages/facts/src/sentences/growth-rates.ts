import type { Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import type { Sentence } from './sentence.ts'
import { surroundings } from './surroundings.ts'

const verb = `(?:grow|grown|growing|rise|rising|increase|increased|increasing|escalate|escalated|escalating|inflate|inflated|inflating|trend|trended|trending)`
const at = '(?: (?:steadily|thereafter|annually))?(?: (?:at|by))?(?: a rate of| an average of| about| approximately)?$'
const thing = '(?:market |effective |operating |asking )?(?:rent|income|expense|opex|operating cost|cost)'
/** "rents grow at", "income is inflated at" */
const verbLast = new RegExp(String.raw`\b${verb}${at}`)
/** "our cash flow grows market rents at" */
const thingLast = new RegExp(String.raw`\b${verb} (?:the |all |our )?${thing} (?:at|by)$`)
/** The second of two rates that one verb states: "rents are grown at 3% a year and expenses at". */
const alsoLast = new RegExp(String.raw`\b${verb} [^;]{0,80}# [^;]{0,30}(?:and|while|with|,) ${thing} (?:at|by)$`)
/** "Effective rents increased 4.1%" tells of the past. */
const forecasting =
  /\b(?:project|projected|assume|assumed|model|modeled|underwrite|underwritten|forecast|grown|inflated|trended|pro forma)\b/
/** Steps that a lease fixes, and other things that grow. */
const otherGrowth = /\b(?:base rent|lease|step|escalation|population|household|wage|employment|job|value)\b/

/** The nearest thing before the number is what grows. */
const subjectIn = (before: string): 'rent' | 'expense' | undefined => {
  for (const word of before.split(' ').reverse()) {
    // What a property earns grows with its rents.
    if (word === 'rent' || word === 'income') return 'rent'
    if (word === 'expense' || word === 'opex' || word === 'cost') return 'expense'
  }
  return /\bstreet rate\b/.test(before) ? 'rent' : undefined
}

/** "rents grow at 3.5% per year", "a market rent of $7.00, rising at 3.25% a year", "expenses increase by 3% annually". */
export const growthRate = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  if (quantity.measure !== 'percent' || sentence.domain?.startsWith('cre_') === false) return undefined
  const { before } = surroundings(sentence, quantity)
  if (!verbLast.test(before) && !thingLast.test(before) && !alsoLast.test(before)) return undefined
  const isYearly =
    quantity.per.includes('year') || /^(?:each|every|annually)$/.test(sentence.tokens[quantity.next]?.word ?? '')
  if (!isYearly && !forecasting.test(before) && !alsoLast.test(before)) return undefined
  const subject = subjectIn(before)
  if (subject === undefined || otherGrowth.test(before)) return undefined
  return subject === 'rent'
    ? { key: 'rent_growth_pct', term: 'Rent Growth', unit: 'percentage_points', sureness: 0.88 }
    : { key: 'expense_growth_pct', term: 'Expense Growth', unit: 'percentage_points', sureness: 0.88 }
}
