import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from './catalogue/catalogue.ts'
import { computedShare } from './computed-share.ts'
import type { MetricMatch } from './map-metrics.ts'

export type Tier = 'full' | 'values_only'

/**
 * Whether the workbook can be recalculated: full when all that the headline metrics depend on is computed and agrees.
 * Headline metrics are those that a memo is judged by; where none was found, all that were. Numbers without a formula
 * behind any of them are only values.
 */
export const tierOf = (calculator: Calculator, matches: readonly MetricMatch[]): Tier => {
  const core = matches.filter(({ metricKey }) => kindOf(metricKey)?.core === true)
  const { workbook, grid } = calculator.model
  const cells = (core.length > 0 ? core : matches).map(({ sheet, row, column }) =>
    grid.idOf(
      workbook.sheets.findIndex(({ name }) => name === sheet),
      row,
      column,
    ),
  )
  const { formulas, share } = computedShare(calculator, cells)
  return formulas > 0 && share === 1 ? 'full' : 'values_only'
}
