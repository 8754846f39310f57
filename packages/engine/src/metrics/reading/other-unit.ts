import type { MetricKind } from '../catalogue/metric-kind.ts'
import { isPerPiece } from '../metric-value.ts'
import type { NumberLook } from '../number-look.ts'

/** What a plain number counts by its label, if that is not money: years, turns, a share. */
const countsOther =
  /\b(?:years?|months?|days?|turns|multiples?|percent(?:age)?|bps|ratio|factor|probability)\b|%|#|\b(?:no|number) of\b/i
export const saysOtherUnit = ({ unit, key }: MetricKind, label: string, look: NumberLook): boolean =>
  look === 'plain' &&
  ((unit === 'currency' && !isPerPiece(key) && countsOther.test(label.replace(yearsOfTime, ' '))) ||
    (unit === 'percentage_points' && countsPieces.test(label)))
/** "# Churn" counts customers: 41 of them are not 41 %. */
const countsPieces = /#|\b(?:no|number) of\b/i
/** "Last 12 months", "Year 1", "per month" state a time, not a subject. */
const yearsOfTime =
  /\b(?:(?:last|trailing|next|forward|first|current|prior|previous|full|per|each|fiscal|financial|calendar|base|exit|entry)[- ](?:twelve |12 )?(?:months?|years?)|(?:years?|months?) ?(?:\d+|end(?:ed|ing)?|to date)|\d+[ -]months?)\b/gi
