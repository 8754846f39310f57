import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import { isError } from '../value/value.ts'
import type { FormulaCheck } from './check.ts'
import { copiesOf } from './copies.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { perExpression, somePart } from './walk.ts'
import { formatFormula } from './wording.ts'

const brokenPart = (part: Expression): boolean =>
  (part.kind === 'constant' && isError(part.value) && part.value.error === '#REF!') ||
  (part.kind === 'unknown' && part.what === 'name')

/** If a sheet has more kinds of broken formulas than this, they are reported together. */
const maxAlike = 3

/** References to deleted cells, in formulas and in defined names. */
export const brokenReferences: FormulaCheck = ({ workbook, model, feedsHeadline, formulaNumberAt, nameCells }) => {
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
    // A deletion that broke many formulas of a sheet is one cause.
    return (copies.length > maxAlike ? [onSheet] : copies).map((group): Slip => {
      const places = group.map(({ place }) => place)
      const formula = formatFormula(group[0]?.text ?? '')
      return {
        check: 'broken_reference',
        // A broken formula that no other formula reads is wrong only in its own cell.
        severity: group.some(feeds) ? 'critical' : group.some(reads) ? 'high' : 'medium',
        message:
          copies.length > maxAlike
            ? messages.brokenReferencesOnSheet({ formula, cell: nameCells(places.slice(0, 1)), more: group.length - 1 })
            : messages.brokenReference({ formula, cells: nameCells(places) }),
        areas: rectangles(places),
      }
    })
  })
  const unused = workbook.names.filter(({ name }, n) => brokenNames[n] === true && !name.startsWith('_xlnm.'))
  if (unused.length > 0)
    slips.push({
      check: 'broken_reference',
      severity: 'low',
      message: messages.brokenNames({ count: unused.length, name: unused[0]?.name ?? '' }),
      areas: [],
    })
  return slips
}
