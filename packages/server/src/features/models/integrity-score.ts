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

/** Same, with other values for metrics; the model is restored afterwards. */
const judgeWith = (model: OpenModel, changes: readonly Change[]): Judgement => {
  const { calculator, matches, workbook } = model
  const { grid } = calculator.model
  const sets = changes.flatMap((change) => {
    const match = matches.find(({ metricKey }) => metricKey === change.metricKey)
    const at = workbook.sheets.findIndex(({ name }) => name === match?.sheet)
    if (match === undefined || at === -1) return []
    const { row, column, unit, scale } = match
    const worth = typeof change.value === 'string' ? dayNumber(change.value) : change.value
    return [{ id: grid.idOf(at, row, column), value: heldFor(worth, { unit, scale, date1904: workbook.date1904 }) }]
  })
  return sets.length === 0 ? judge(model) : whileSet(calculator, sets, [], () => judge(model))
}

/** How reliable a model is, from 0 to 100. */
export const integrityScore = (model: OpenModel): number => judge(model).score

/**
 * How other values for metrics change the score. Computing the current score takes longer than the what-if, so it is
 * skipped if the score is known and does not change.
 */
export const integrityChange = (
  model: OpenModel,
  changes: readonly Change[],
  scoreBefore: number | undefined,
): ScoreChange => {
  const after = judgeWith(model, changes)
  return scoreBefore === after.score
    ? { before: scoreBefore, after: scoreBefore, appeared: [], resolved: [] }
    : scoreChange(judge(model), after)
}
