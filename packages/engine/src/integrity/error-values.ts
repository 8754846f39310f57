import type { FormulaCell } from '../calculate/model.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import { isError } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Place } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { somePart } from './walk.ts'
import { formatFormula } from './wording.ts'

/** If a sheet has more kinds of formulas with one error than this, they are reported together. */
const maxAlike = 3

/** Whether a formula reads single cells, and all of them are empty. */
const readsNothing = ({ valueAt }: Inspection, { areas }: FormulaCell): boolean =>
  areas.length > 0 &&
  areas.every(
    ({ sheet, top, left, bottom, right }) => top === bottom && left === right && valueAt(sheet, top, left) === null,
  )

/** Errors at their origin; cells that only propagate them are not reported. */
export const errorValues: Check = (inspection) => {
  const { model, lines, feedsHeadline, valueAt, formulaAt, nameCells } = inspection
  const { formulas, grid, dependsOn } = model
  const slips: Slip[] = []

  const disagreeing = new Set(inspection.check.disagreeing.map(({ formula }) => formula.id))
  /** Whether a formula that reads it also ends in an error; others skip the error, such as averages. */
  const isPassedOn = new Uint8Array(formulas.length)
  formulas.forEach(({ id }, n) => {
    if (isError(grid.get(id))) for (const other of dependsOn(n)) isPassedOn[other] = 1
  })
  const roots = formulas.flatMap((formula, n) => {
    const value = grid.get(formula.id)
    if (!isError(value)) return []
    // A gap in a chart (#N/A) is intentional.
    if (value.error === '#N/A' && somePart(formula.expression, (part) => part.kind === 'call' && part.name === 'NA'))
      return []
    // A broken reference is reported separately; an error that only our recalculation gives is not an error of the
    // model.
    if (value.error === '#REF!' && formula.text.includes('#REF!')) return []
    if (disagreeing.has(formula.id) && !isError(formula.cached)) return []
    if (dependsOn(n).some((other) => isError(grid.get(formulas[other]?.id ?? 0)))) return []
    const isReached = feedsHeadline[n] === 1 ? 'critical' : isPassedOn[n] === 1 ? 'high' : 'medium'
    // If all inputs are still empty, the model is incomplete rather than wrong.
    const severity = isReached === 'high' && readsNothing(inspection, formula) ? 'medium' : isReached
    return [{ formula, severity, error: value.error } as const]
  })
  for (const onSheet of groupBy(
    roots,
    ({ formula, error, severity }) => `${formula.place.sheet} ${error} ${severity}`,
  ).values()) {
    const copies = [...groupBy(onSheet, ({ formula }) => formula.expression).values()]
    // Many formulas with the same error on one sheet have one cause, such as inputs that are still empty.
    for (const group of copies.length > maxAlike ? [onSheet] : copies) {
      const [first] = group
      if (first === undefined) continue
      const places = group.map(({ formula }) => formula.place)
      const [formula, error] = [formatFormula(first.formula.text), first.error]
      slips.push({
        check: 'error_value',
        severity: first.severity,
        message:
          copies.length > maxAlike
            ? messages.errorValuesOnSheet({
                formula,
                error,
                cell: nameCells(places.slice(0, 1)),
                more: group.length - 1,
              })
            : messages.errorValue({ formula, error, cells: nameCells(places) }),
        areas: rectangles(places),
      })
    }
  }

  const typed: (Place & { error: string })[] = []
  for (const { sheet, row, cells } of lines.flat())
    for (const { column, formula } of cells) {
      const value = formula === undefined ? valueAt(sheet, row, column) : null
      // Stocks and other linked data types are stored as #VALUE! for programs that do not support them.
      if (isError(value) && value.error !== '#VALUE!' && formulaAt(sheet, row, column) === undefined)
        typed.push({ sheet, row, column, error: value.error })
    }
  for (const group of groupBy(typed, ({ sheet, error }) => `${sheet} ${error}`).values())
    slips.push({
      check: 'error_value',
      severity: 'high',
      message: messages.pastedError({ error: group[0]?.error ?? '', cells: nameCells(group) }),
      areas: rectangles(group),
    })
  return formulas.length + typed.length === 0 ? undefined : slips
}
