import { metricsForChecks } from '@deal-canvas/engine'
import { dayNumber, heldFor } from './cell-number.ts'
import type { OpenModel } from './open-models.ts'
import { whileSet } from './overridden-workbook.ts'

/** How far a model can be relied on, from 0 to 100. */
export const integrityScore = ({ calculator, matches, scoreOf }: OpenModel): number =>
  scoreOf(metricsForChecks(calculator.model, matches))

/** The same with another value for a metric; the model is left as it was. */
export const integrityScoreWith = (model: OpenModel, change: { metricKey: string; value: number | string }): number => {
  const { calculator, matches, workbook } = model
  const { grid } = calculator.model
  const match = matches.find(({ metricKey }) => metricKey === change.metricKey)
  const at = workbook.sheets.findIndex(({ name }) => name === match?.sheet)
  if (match === undefined || at === -1) return integrityScore(model)
  const { row, column, unit, scale } = match
  const worth = typeof change.value === 'string' ? dayNumber(change.value) : change.value
  const value = heldFor(worth, { unit, scale, date1904: workbook.date1904 })
  return whileSet(calculator, [{ id: grid.idOf(at, row, column), value }], [], () => integrityScore(model))
}
