import type { MetricUnit } from '@deal-canvas/contract'
import type { Fact, FactPeriod } from '../fact.ts'
import type { TableView } from '../table-view.ts'

/** A fact that follows from the rows of a table; its quote is the row of the total, else that of the heads. */
export const derivedFact = (
  view: TableView,
  row: number,
  stated: {
    metricKey: string | null
    term: string
    value: number
    unit: MetricUnit
    period?: FactPeriod | null
    tolerance?: number
    column?: number | undefined
  },
): Fact => ({
  metricKey: stated.metricKey,
  term: stated.term,
  value: stated.value,
  unit: stated.unit,
  currency: null,
  period: stated.period ?? null,
  qualifier: null,
  ...view.at(row, stated.column ?? 0),
  confidence: 0.95,
  tolerance: stated.tolerance ?? 0,
  bound: null,
  origin: 'derived',
})
