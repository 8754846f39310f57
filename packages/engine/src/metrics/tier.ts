import type { Calculator } from '../compile/calculator.ts'
import { frozenFormulas } from '../compile/frozen-formulas.ts'
import type { MetricMatch } from './map-metrics.ts'

export type Tier = 'full' | 'values_only'

/**
 * Whether the workbook can be recalculated. Full: at least one of its metrics is computed by a formula that agrees with
 * its cached value, or has none to disagree with; metrics that depend on a frozen cell are listed by `frozenCells` and
 * change nothing about the others. Values only: no metric is recalculated, as in a workbook without formulas.
 */
export const tierOf = (calculator: Calculator, matches: readonly MetricMatch[]): Tier => {
  const { workbook, grid, nodeAt } = calculator.model
  const frozen = frozenFormulas(calculator)
  const isRecalculated = ({ sheet, row, column }: MetricMatch): boolean => {
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const node = nodeAt(grid.idOf(at, row, column))
    return node >= 0 && !frozen.has(node)
  }
  return matches.some(isRecalculated) ? 'full' : 'values_only'
}
