import { accountingTerms } from './accounting.ts'
import { companyTerms } from './companies.ts'
import { everydayTerms } from './everyday.ts'
import { lendingTerms } from './lending.ts'
import { propertyTerms } from './property.ts'

const groupsIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((phrase) => phrase.trim()))

/**
 * Phrases that mean the same or stand for each other; the phrases of a group find each other. Terms as glossaries of
 * the trades list them: nothing here is chosen for a certain document or question.
 */
export const tradeGroups: readonly (readonly string[])[] = [
  propertyTerms,
  lendingTerms,
  companyTerms,
  accountingTerms,
].flatMap(groupsIn)

export const everydayGroups: readonly (readonly string[])[] = groupsIn(everydayTerms)
