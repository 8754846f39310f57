import type { MetricUnit } from '@deal-canvas/contract'
import { readingMessages } from '../../messages/reading.ts'

/** What the units of metrics are called where a person chooses one. */
export const unitLabels: Readonly<Record<MetricUnit, string>> = {
  currency: readingMessages.unitCurrency(),
  percentage_points: readingMessages.unitPercent(),
  multiple_x: readingMessages.unitMultiple(),
  ratio: readingMessages.unitNumber(),
  count: readingMessages.unitCount(),
  square_feet: readingMessages.unitSquareFeet(),
  months: readingMessages.unitMonths(),
  date: readingMessages.unitDate(),
}
