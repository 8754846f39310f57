import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { rectangles } from './rectangles.ts'
import { somePart } from './walk.ts'
import { formatValue } from './wording.ts'

const checks = /\bchecks?\b|\bin balance\b|\bout of balance\b|\bshould (?:be|equal) (?:0|zero)\b/
/** Payments by check, and ratios for review. */
const notChecks =
  /%|\b(?:sanity|cross|reality|irr|xirr|npv|moic|dscr|ltv|yield|margin|ratio|rates?)\b|\b(?:credit|background|reference|spot|bounced) checks?\b|\bcheck ?(?:in|out|s? (?:paid|issued|written))\b/
/** A row of balances usually belongs to a loan rather than to a check. */
const differences = /^differences?$/
const failed = /^(?:error|fail(?:ed|s)?|false|not ok|no|out of balance|wrong|problem|check!?)$/i
const rounding = 0.01
/** If more of a row's numbers than this are nonzero, it is a balance, whatever its label says. */
const maxWrong = 0.6

/** Whether a label is the heading of the result below it, and the cells to its right are another line. */
const headsAnswerBelow = ({ valueAt, formulaAt }: Inspection, { sheet, row, column }: Entry): boolean =>
  typeof valueAt(sheet, row + 1, column) === 'string' && formulaAt(sheet, row + 1, column) !== undefined

const isCheck = ({ label }: Entry): boolean => checks.test(label) && !notChecks.test(label)

/** The cells to the right of a label, up to the next label: texts can be the result of a check. */
const answersOf = ({ valueAt, formulaAt }: Inspection, { sheet, row, column, line }: Entry) => {
  const right = line.cells.filter((cell) => cell.column > column)
  const end = right.findIndex(
    (cell) => typeof valueAt(sheet, row, cell.column) === 'string' && formulaAt(sheet, row, cell.column) === undefined,
  )
  const own = (end === -1 ? right : right.slice(0, end)).filter((cell) => valueAt(sheet, row, cell.column) !== null)
  // Another table starts after an empty column, such as the numbers of remarks.
  const gap = own.findIndex((cell, n) => n > 0 && cell.column > (own[n - 1]?.column ?? 0) + 1)
  return (gap === -1 ? own : own.slice(0, gap)).flatMap((cell) => {
    const formula = formulaAt(sheet, row, cell.column)
    return formula === undefined
      ? []
      : [{ sheet, row, column: cell.column, formula, value: valueAt(sheet, row, cell.column) }]
  })
}
type Answer = ReturnType<typeof answersOf>[number]

/** The tolerance of a check relative to the compared amounts: statements are rounded. */
const share = 5e-5
const maxCells = 500

/** The largest number that a formula reads. */
const largestRead = ({ model }: Inspection, { formula }: Answer): number => {
  let [largest, left] = [0, maxCells]
  for (const area of formula.areas) {
    const used = model.grid.used(area)
    if (used === undefined) continue
    for (let row = used.top; row <= used.bottom; row++)
      for (let column = used.left; column <= used.right && left > 0; column++, left--) {
        const value = model.grid.get(model.grid.idOf(used.sheet, row, column))
        if (typeof value === 'number') largest = Math.max(largest, Math.abs(value))
      }
  }
  return largest
}

const comparing = new Set(['-', '=', '<>', '<', '>', '<=', '>='])

/** Whether a formula compares, or sums comparisons. A mere reference figure is not a check. */
const compares = ({ formulaAt }: Inspection, { formula }: Answer): boolean => {
  const isIt = (expression: Expression): boolean =>
    expression.kind === 'call'
      ? true
      : somePart(expression, (part) => part.kind === 'call' || (part.kind === 'binary' && comparing.has(part.operator)))
  if (isIt(formula.expression)) return true
  const [area, another] = formula.areas
  if (area === undefined || another !== undefined || area.top !== area.bottom || area.left !== area.right) return false
  const target = formulaAt(area.sheet, area.top, area.left)
  return target !== undefined && isIt(target.expression)
}

/** Whether a cell shows that a check fails. 1 can mean success if a condition gives it. */
const fails = (inspection: Inspection, answer: Answer): boolean => {
  const { value, formula } = answer
  if (value === false) return true
  if (typeof value === 'string') return failed.test(value.trim())
  if (typeof value !== 'number' || Math.abs(value) <= rounding) return false
  if (Math.abs(value) <= share * largestRead(inspection, answer)) return false
  if (!compares(inspection, answer)) return false
  if (formula.expression.kind === 'binary' && formula.expression.operator === '/') return false
  const isCondition = ['IF', 'AND', 'OR', 'IFS', 'COUNTIF', 'PRODUCT', 'MIN'].some((name) =>
    formula.functions.has(name),
  )
  return !(isCondition && value === 1)
}

const slipOf = ({ nameCells }: Inspection, label: string, wrong: readonly Answer[]): Slip => ({
  check: 'failed_model_check',
  message: messages.modelCheckFails({ label, value: formatValue(wrong[0]?.value ?? null), cells: nameCells(wrong) }),
  areas: rectangles(wrong),
})

/** The model's own checks that fail. */
export const failedModelChecks: Check = (inspection) => {
  let seen = false
  const slips = inspection.entries.flatMap((entry): Slip[] => {
    const isSure = isCheck(entry)
    if (!isSure && !differences.test(entry.label)) return []
    if (headsAnswerBelow(inspection, entry)) return []
    const answers = answersOf(inspection, entry)
    if (answers.length === 0) return []
    const wrong = answers.filter((answer) => fails(inspection, answer))
    // A row of differences is a check only if most of it is zero; one that never passes is not a check.
    const isSaid = wrong.every(({ value }) => typeof value !== 'number')
    const isOne = isSure
      ? answers.length < 4 || isSaid || wrong.length <= maxWrong * answers.length
      : wrong.length * 2 < answers.length
    if (!isOne) return []
    seen = true
    return wrong.length === 0 ? [] : [slipOf(inspection, entry.text, wrong)]
  })
  return seen ? slips : undefined
}

/** Models without checks of their own. */
export const missingModelChecks: Check = (inspection) => {
  const { workbook, entries } = inspection
  if (workbook.sheets.every(({ cells }) => cells.length === 0)) return undefined
  const hasOne = workbook.sheets.some(({ name }) => /\bchecks?\b/i.test(name)) || entries.some(isCheck)
  return hasOne ? [] : [{ check: 'no_check_sheet', message: messages.noModelChecks(), areas: [] }]
}
