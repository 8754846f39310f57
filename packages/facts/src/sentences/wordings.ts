import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf, type MetricDomain } from '@deal-canvas/engine'
import type { Named } from '../mentions.ts'
import type { Measure, Quantity } from '../quantity.ts'
import { companyWordings } from './company-wordings.ts'
import { propertyWordings } from './property-wordings.ts'
import type { Sentence } from './sentence.ts'
import { surroundings } from './surroundings.ts'

/** What a number is by the words around it; all conditions must hold. */
export interface Wording {
  readonly key: string
  readonly term: string
  readonly unit: MetricUnit
  readonly measure: Measure
  /** Words that end directly before the number. */
  readonly before?: RegExp
  /** Words that start directly after it. */
  readonly after?: RegExp
  readonly around?: RegExp
  readonly notAround?: RegExp
  /** What an amount must be per: `none` for a total, `any` for whatever it is. */
  readonly per?: 'none' | 'unit' | 'area' | 'month' | 'any'
  readonly min?: number
  readonly max?: number
  /** The period in months that the words must name, as a number or in words. */
  readonly horizon?: number
  readonly isBasisPoints?: true
  readonly only?: MetricDomain
  readonly isSure?: true
}

const isPer = ({ per }: Quantity, wanted: Wording['per']): boolean => {
  const isPerItem = per.some((item) => item === 'unit' || item === 'area')
  if (wanted === 'none') return per.every((item) => item === 'year')
  if (wanted === 'area') return per.includes('area')
  if (wanted === 'unit') return per.includes('unit') && !per.includes('month')
  if (wanted === 'month') return !per.includes('area') && !per.includes('year') && (per.includes('month') || !isPerItem)
  return true
}

/** Whether the sentence names such a period: "within 24 months", "in the next two years". */
const namesHorizon = ({ quantities }: Sentence, months: number): boolean =>
  quantities.some(({ measure, value }) => measure === 'duration' && value === months)

const fits = (sentence: Sentence, quantity: Quantity, wording: Wording): boolean => {
  if (quantity.measure !== wording.measure || !isPer(quantity, wording.per)) return false
  if (wording.only !== undefined && sentence.domain !== wording.only) return false
  if (quantity.value < (wording.min ?? 0) || quantity.value > (wording.max ?? Number.POSITIVE_INFINITY)) return false
  if (wording.isBasisPoints === true && !quantity.isBasisPoints) return false
  return wording.horizon === undefined || namesHorizon(sentence, wording.horizon)
}

/** What the words around a number say it is, for numbers that no name of a metric stands next to. */
export const worded = (sentence: Sentence, quantity: Quantity): Named | undefined => {
  const { domain } = sentence
  const wordings = domain === undefined || domain.startsWith('cre_') ? propertyWordings : companyWordings
  const candidates = wordings.filter((wording) => fits(sentence, quantity, wording))
  if (candidates.length === 0) return undefined
  const { before, after } = surroundings(sentence, quantity)
  const both = `${before} # ${after}`
  const found = candidates.find(
    (wording) =>
      (wording.before?.test(before) ?? true) &&
      (wording.after?.test(after) ?? true) &&
      (wording.around?.test(both) ?? true) &&
      wording.notAround?.test(both) !== true,
  )
  if (found === undefined) return undefined
  const { key, term, unit, isSure } = found
  return { key: kindOf(key) === undefined ? null : key, term, unit, sureness: 0.88, isSure: isSure === true }
}
