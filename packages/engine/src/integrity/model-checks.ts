import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { rectangles } from './rectangles.ts'
import { inCells, saidValue } from './wording.ts'

const checks = /\bchecks?\b|\bin balance\b|\bout of balance\b|\bshould (?:be|equal) (?:0|zero)\b/
/** Payments, and ratios that somebody is to look at. */
const notChecks =
  /%|\b(?:sanity|cross|reality)\b|\b(?:credit|background|reference|spot|bounced) checks?\b|\bcheck ?(?:in|out|s? (?:paid|issued|written))\b/
/** A row of balances is a loan's far more often than a check. */
const differences = /^differences?$/
const failed = /^(?:error|fail(?:ed|s)?|false|not ok|no|out of balance|wrong|problem|check!?)$/i
const rounding = 0.01

const isCheck = ({ label }: Entry): boolean => checks.test(label) && !notChecks.test(label)

/** The cells right of a label, up to the next label: texts may be the answer of a check. */
const answersOf = ({ valueAt, formulaAt }: Inspection, { sheet, row, column, line }: Entry) => {
  const right = line.cells.filter((cell) => cell.column > column)
  const end = right.findIndex(
    (cell) => typeof valueAt(sheet, row, cell.column) === 'string' && formulaAt(sheet, row, cell.column) === undefined,
  )
  return (end === -1 ? right : right.slice(0, end)).flatMap((cell) => {
    const formula = formulaAt(sheet, row, cell.column)
    return formula === undefined
      ? []
      : [{ sheet, row, column: cell.column, formula, value: valueAt(sheet, row, cell.column) }]
  })
}
type Answer = ReturnType<typeof answersOf>[number]

/** Whether a cell says that a check fails. 1 may well mean that all is in order, where a condition gives it. */
const fails = ({ value, formula }: Answer): boolean => {
  if (value === false) return true
  if (typeof value === 'string') return failed.test(value.trim())
  if (typeof value !== 'number' || Math.abs(value) <= rounding) return false
  if (formula.expression.kind === 'binary' && formula.expression.operator === '/') return false
  const isCondition = ['IF', 'AND', 'OR', 'IFS', 'COUNTIF', 'PRODUCT', 'MIN'].some((name) =>
    formula.functions.has(name),
  )
  return !(isCondition && value === 1)
}

const slipOf = (text: string, wrong: readonly Answer[]): Slip => ({
  check: 'failed_model_check',
  message: `“${text}” says ${saidValue(wrong[0]?.value ?? null)}${inCells(wrong.length)}.`,
  areas: rectangles(wrong),
})

/** The model's own checks that fail. */
export const failedModelChecks: Check = (inspection) => {
  let seen = false
  const slips = inspection.entries.flatMap((entry): Slip[] => {
    const isSure = isCheck(entry)
    if (!isSure && !differences.test(entry.label)) return []
    const answers = answersOf(inspection, entry)
    if (answers.length === 0) return []
    const wrong = answers.filter(fails)
    // A row of differences is a check only where most of it is zero; a check that never holds is none.
    const isOne = isSure ? answers.length < 4 || wrong.length < answers.length : wrong.length * 2 < answers.length
    if (!isOne) return []
    seen = true
    return wrong.length === 0 ? [] : [slipOf(entry.text, wrong)]
  })
  return seen ? slips : undefined
}

/** Models without any check of their own. */
export const missingModelChecks: Check = (inspection) => {
  const { workbook, entries } = inspection
  if (workbook.sheets.every(({ cells }) => cells.length === 0)) return undefined
  const hasOne = workbook.sheets.some(({ name }) => /\bchecks?\b/i.test(name)) || entries.some(isCheck)
  return hasOne
    ? []
    : [{ check: 'no_check_sheet', message: 'The model has no row or sheet that checks it.', areas: [] }]
}
