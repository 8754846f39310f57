import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { isError } from '../value/value.ts'
import type { FormulaCheck } from './check.ts'
import { copiesOf } from './copies.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { perExpression, somePart } from './walk.ts'
import { counted, inCells, shortened } from './wording.ts'

const brokenPart = (part: Expression): boolean =>
  (part.kind === 'constant' && isError(part.value) && part.value.error === '#REF!') ||
  (part.kind === 'unknown' && part.what === 'name')

/** More kinds of broken formulas on one sheet are told together. */
const maxAlike = 3

/** References to what was deleted: in formulas, and in defined names. */
export const brokenReferences: FormulaCheck = ({ workbook, model, feedsHeadline, formulaNumberAt }) => {
  if (model.formulas.length + workbook.names.length === 0) return undefined
  const brokenNames = workbook.names.map(({ formula }) => formula.toUpperCase().includes('#REF!'))
  const isBroken = perExpression((expression) =>
    somePart(expression, (part) => brokenPart(part) || (part.kind === 'name' && brokenNames[part.name] === true)),
  )
  const broken = model.formulas.filter(({ expression }) => isBroken(expression))
  const feeds = (formula: FormulaCell): boolean =>
    feedsHeadline[formulaNumberAt(formula.place.sheet, formula.place.row, formula.place.column)] === 1
  const isRead = new Uint8Array(model.formulas.length)
  model.formulas.forEach((_, n) => {
    for (const other of model.dependsOn(n)) isRead[other] = 1
  })
  const reads = ({ place }: FormulaCell): boolean => isRead[formulaNumberAt(place.sheet, place.row, place.column)] === 1
  const slips = [...groupBy(broken, ({ place }) => place.sheet).values()].flatMap((onSheet) => {
    const copies = copiesOf(onSheet)
    // What was deleted from under many formulas of a sheet was deleted once.
    return (copies.length > maxAlike ? [onSheet] : copies).map((group): Slip => {
      const text = shortened(`=${group[0]?.text ?? ''}`, 80)
      return {
        check: 'broken_reference',
        // What no formula reads is wrong only where it stands.
        severity: group.some(feeds) ? 'critical' : group.some(reads) ? 'high' : 'medium',
        message: `The formula ${text} refers to something that no longer exists${copies.length > maxAlike ? `, as do ${group.length - 1} more on this sheet` : inCells(group.length)}.`,
        areas: rectangles(group.map(({ place }) => place)),
      }
    })
  })
  const unused = workbook.names.filter(({ name }, n) => brokenNames[n] === true && !name.startsWith('_xlnm.'))
  if (unused.length > 0)
    slips.push({
      check: 'broken_reference',
      severity: 'low',
      message: `${counted(unused.length, 'defined name')} no longer point anywhere, such as ${unused[0]?.name}.`,
      areas: [],
    })
  return slips
}
