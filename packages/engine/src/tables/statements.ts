import type { LabeledNumbers } from '../metrics/labeled-numbers.ts'
import { isMeasureOnly } from '../metrics/measure-label.ts'
import { normalizeLabel } from '../metrics/normalize-label.ts'
import { lookOf } from '../metrics/number-look.ts'
import { isTotal, type ModelTable, type ModelTableKind, maxTableColumns, maxTableRows } from './model-table.ts'

/** Fewer years or lines are not a statement. */
const minYears = 3
const minLines = 4
/** Lines this far apart belong to different tables. */
const farthestLine = 6

/** The lines that make a statement what it is: one of each list must be there. */
const anchors: readonly (readonly [ModelTableKind, readonly RegExp[]])[] = [
  ['balance_sheet', [/^total assets$/, /^total liabilities\b|^total equity\b|shareholders|stockholders/]],
  ['operating_statement', [/^(?:net operating income|noi)\b/, /income|revenue|rent/, /expenses?\b|opex|taxes/]],
  [
    'income_statement',
    [/^(?:(?:total|net) )?(?:revenues?|sales|turnover)\b/, /^(?:adjusted )?ebitda$|^ebit$|net income|gross profit/],
  ],
  [
    'debt_schedule',
    [
      /^(?:beginning|opening|starting)\b(?: [a-z]+){0,3} (?:balance|debt|principal)|^balance beginning|^(?:beginning|opening)$/,
      /^(?:ending|closing)\b(?: [a-z]+){0,3} (?:balance|debt|principal)|^balance end|^(?:ending|closing)$/,
      /interest|principal|repayment|amortization|paydown|drawdown|borrowing/,
    ],
  ],
  ['cash_flow', [/cash flow|cash available for|net cash/]],
]

/** Lines that are not part of a statement: checks of the model, and counters of periods. */
const isAside =
  /\bchecks?\b|\bvariance\b|\berrors?\b|^delta\b|^(?:fiscal |projection |model |calendar )?(?:years?|periods?|months?|dates?)\b/

/** A line with a number in most of the years of its table. */
interface StatementLine {
  readonly row: number
  readonly label: string
  readonly plain: string
  readonly isZero: boolean
}

/** Lines below the same heads, with the years of those. */
interface Group {
  readonly headRow: number
  readonly labelColumn: number
  readonly years: readonly number[]
  readonly lines: readonly StatementLine[]
}

/** "Less: Vacancy", "Equals: Net Operating Income". */
const withoutSign = (label: string): string => label.replace(/^(?:less|plus|add|add back|equals?|minus) /, '')

const yearsOf = ({ cells, periods }: LabeledNumbers): number[] =>
  cells.flatMap(({ column, format }, n) => (periods[n]?.span === 'year' && lookOf(format) !== 'date' ? [column] : []))

/** A statement has one column of labels; those that are indented are in the next. */
const groupsOf = (lines: readonly LabeledNumbers[]): Group[] => {
  // A unit between label and numbers is not a line of its own, so only the first label of a row counts.
  const byHead = new Map<number, LabeledNumbers[]>()
  for (const line of lines) {
    if (line.headRow === undefined || line.side === 'below' || yearsOf(line).length < minYears) continue
    const group = byHead.get(line.headRow)
    if (group === undefined) byHead.set(line.headRow, [line])
    else group.push(line)
  }
  return [...byHead].flatMap(([headRow, members]) => {
    const labelColumn = Math.min(...members.map((line) => line.labelColumn))
    const near = members.filter(
      (line, n) => line.labelColumn - labelColumn <= 2 && line.cells[0]?.row !== members[n - 1]?.cells[0]?.row,
    )
    const counts = new Map<number, number>()
    for (const line of near) for (const column of yearsOf(line)) counts.set(column, (counts.get(column) ?? 0) + 1)
    const years = [...counts]
      .filter(([, count]) => count * 2 >= near.length)
      .map(([column]) => column)
      .sort((a, b) => a - b)
    const kept = near.flatMap((line): StatementLine[] => {
      const plain = withoutSign(normalizeLabel(line.label))
      const own = yearsOf(line).filter((column) => years.includes(column))
      const row = line.cells[0]?.row
      if (row === undefined || own.length * 2 < years.length || isMeasureOnly(line.label)) return []
      return plain === '' || isAside.test(plain)
        ? []
        : [{ row, label: line.label.trim(), plain, isZero: line.cells.every(({ value }) => value === 0) }]
    })
    const connected = kept.findIndex((line, n) => n > 0 && line.row - (kept[n - 1]?.row ?? 0) > farthestLine)
    return [{ headRow, labelColumn, years, lines: connected === -1 ? kept : kept.slice(0, connected) }]
  })
}

/** The most telling lines, in their order. */
const chosenLines = (lines: readonly StatementLine[], forms: readonly RegExp[]): readonly StatementLine[] => {
  const filled = lines.filter(({ isZero }) => !isZero)
  if (filled.length <= maxTableRows) return filled
  const weightOf = ({ plain }: StatementLine): number =>
    (isTotal(plain) ? 2 : 0) + (forms.some((form) => form.test(plain)) ? 1 : 0)
  const best = [...filled].sort((a, b) => weightOf(b) - weightOf(a) || a.row - b.row).slice(0, maxTableRows)
  return best.sort((a, b) => a.row - b.row)
}

/** The statements of a sheet: lines below a row of years, by what they are lines of. */
export const statementsOf = (sheet: string, lines: readonly LabeledNumbers[]): ModelTable[] =>
  groupsOf(lines).flatMap((group): ModelTable[] => {
    const found = anchors.find(([, forms]) =>
      forms.every((form) => group.lines.some(({ plain, isZero }) => !isZero && form.test(plain))),
    )
    if (found === undefined || group.years.length < minYears) return []
    const [kind, forms] = found
    const rows = chosenLines(group.lines, forms)
    const columns = group.years.slice(0, maxTableColumns)
    const [left, right] = [group.labelColumn, columns.at(-1)]
    const bottom = rows.at(-1)?.row
    if (rows.length < minLines || bottom === undefined || right === undefined) return []
    return [
      {
        kind,
        sheet,
        area: { top: group.headRow, left, bottom, right },
        headRows: 1,
        rows: rows.map(({ row, label, plain }) => ({ row, label, isTotal: isTotal(plain) })),
        columns,
      },
    ]
  })
