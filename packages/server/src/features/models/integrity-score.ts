import { type Judgement, metricsForChecks, type ScoreChange, scoreChange } from '@deal-canvas/engine'
import { dayNumber, heldFor } from './cell-number.ts'
import type { OpenModel } from './open-models.ts'
import { whileSet } from './overridden-workbook.ts'

interface Change {
  metricKey: string
  value: number | string
}

const judge = ({ calculator, matches, scoreOf }: OpenModel): Judgement =>
  scoreOf(metricsForChecks(calculator.model, matches))

/** Same, with another value for a metric; the model is restored afterwards. */
const judgeWith = (model: OpenModel, change: Change): Judgement => {
  const { calculator, matches, workbook } = model
  const { grid } = calculator.model
  const match = matches.find(({ metricKey }) => metricKey === change.metricKey)
  const at = workbook.sheets.findIndex(({ name }) => name === match?.sheet)
  if (match === undefined || at === -1) return judge(model)
  const { row, column, unit, scale } = match
  const worth = typeof change.value === 'string' ? dayNumber(change.value) : change.value
  const value = heldFor(worth, { unit, scale, date1904: workbook.date1904 })
  return whileSet(calculator, [{ id: grid.idOf(at, row, column), value }], [], () => judge(model))
}

/** How reliable a model is, from 0 to 100. */
export const integrityScore = (model: OpenModel): number => judge(model).score

/**
 * How another value for a metric changes the score. Computing the current score takes longer than the what-if, so it is
 * skipped if the score is known and does not change.
 */
export const integrityChange = (model: OpenModel, change: Change, scoreBefore: number | undefined): ScoreChange => {
  const after = judgeWith(model, change)
  return scoreBefore === after.score
    ? { before: scoreBefore, after: scoreBefore, appeared: [], resolved: [] }
    : scoreChange(judge(model), after)
}
