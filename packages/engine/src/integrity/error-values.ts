import { isError } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Place } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { somePart } from './walk.ts'
import { inCells, shortened } from './wording.ts'

/** Errors where they begin; what only passes them on is not told. */
export const errorValues: Check = (inspection) => {
  const { model, lines, feedsHeadline, valueAt, formulaAt } = inspection
  const { formulas, grid, dependsOn } = model
  const slips: Slip[] = []

  const roots = formulas.flatMap((formula, n) => {
    const value = grid.get(formula.id)
    if (!isError(value)) return []
    // A gap in a chart is made so on purpose.
    if (value.error === '#N/A' && somePart(formula.expression, (part) => part.kind === 'call' && part.name === 'NA'))
      return []
    if (dependsOn(n).some((other) => isError(grid.get(formulas[other]?.id ?? 0)))) return []
    const { sheet } = formula.place
    return [{ n, formula, error: value.error, key: `${sheet} ${value.error} ${feedsHeadline[n]}` }]
  })
  for (const group of groupBy(roots, ({ key, formula }) => `${key} ${formula.place.row}`).values()) {
    const [first] = group
    if (first === undefined) continue
    slips.push({
      check: 'error_value',
      severity: feedsHeadline[first.n] === 1 ? 'critical' : 'high',
      message: `The formula ${shortened(`=${first.formula.text}`, 60)} gives ${first.error}${inCells(group.length)}.`,
      areas: rectangles(group.map(({ formula }) => formula.place)),
    })
  }

  const typed: (Place & { error: string })[] = []
  for (const { sheet, row, cells } of lines.flat())
    for (const { column, formula } of cells) {
      const value = formula === undefined ? valueAt(sheet, row, column) : null
      if (isError(value) && formulaAt(sheet, row, column) === undefined)
        typed.push({ sheet, row, column, error: value.error })
    }
  for (const group of groupBy(typed, ({ sheet, row, error }) => `${sheet} ${row} ${error}`).values())
    slips.push({
      check: 'error_value',
      severity: 'high',
      message: `${group[0]?.error} stands as a value${inCells(group.length)}.`,
      areas: rectangles(group),
    })
  return formulas.length + typed.length === 0 ? undefined : slips
}
