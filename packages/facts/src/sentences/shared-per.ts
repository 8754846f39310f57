import type { Quantity } from '../quantity.ts'
import type { Token } from '../tokens.ts'

const comparing = new Set([
  'against',
  'versus',
  'vs',
  'compared',
  'to',
  'and',
  'or',
  'below',
  'above',
  'than',
  'while',
  'with',
])
/** Further apart, the second number is of something else. */
const maxRatio = 2.5
const maxDistance = 12

/** "$32.50 per square foot against market rents of $35.00": the second amount is per square foot, too. */
export const withSharedPer = (tokens: readonly Token[], quantities: readonly Quantity[]): Quantity[] =>
  quantities.map((quantity, place) => {
    const previous = quantities[place - 1]
    if (previous === undefined || quantity.measure !== 'currency' || previous.measure !== 'currency') return quantity
    const by = previous.per.filter((item) => item === 'area')
    if (by.length === 0 || quantity.per.length > 0 || quantity.isScaled) return quantity
    if (quantity.first - previous.next > maxDistance || quantity.value > previous.value * maxRatio) return quantity
    if (quantity.value * maxRatio < previous.value) return quantity
    const isCompared = tokens.slice(previous.next, quantity.first).some(({ word }) => comparing.has(word))
    return isCompared ? { ...quantity, per: previous.per } : quantity
  })
