import { columnName, type FoundTable, formatCell, type ModelTableKind } from '@deal-canvas/engine'
import { type Block, type ModelChart, type ModelTable, maxRowLabelLength } from '@deal-canvas/memo'
import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'

const titles: Readonly<Record<ModelTableKind, () => string>> = {
  sources: messages.sourcesTitle,
  uses: messages.usesTitle,
  unit_mix: messages.unitMixTitle,
  operating_statement: messages.operatingStatementTitle,
  income_statement: messages.incomeStatementTitle,
  cash_flow: messages.cashFlowTitle,
  balance_sheet: messages.balanceSheetTitle,
  debt_schedule: messages.debtScheduleTitle,
}

/** The lines of a statement that a chart shows: of each list, the first form that a label has. */
const charted: Partial<Record<ModelTableKind, readonly (readonly RegExp[])[]>> = {
  operating_statement: [[/^(?:equals: )?(?:net operating income|noi)\b/i], [/^(?:equals: )?cash flow after/i]],
  income_statement: [
    [/^total (?:net )?(?:revenues?|sales)$/i, /^(?:net )?(?:revenues?|sales)$/i],
    [/^adjusted ebitda$/i, /^ebitda$/i, /^(?:ebit|operating income)\b/i],
  ],
}

/** Longer ones would not fit beside a chart. */
const maxSeriesLabelLength = 60

const rangeOf = (top: number, left: number, bottom: number, right: number): string =>
  `${formatCell({ row: top, column: left })}:${formatCell({ row: bottom, column: right })}`

const tableBlock = ({ kind, sheet, area, headRows, rows, columns }: FoundTable): ModelTable => ({
  block: 'model_table',
  title: titles[kind](),
  sheet,
  range: rangeOf(area.top, area.left, area.bottom, area.right),
  header_rows: headRows,
  rows: rows.map(({ row, label, isTotal }) => ({ row: row + 1, label, ...(isTotal ? { total: true } : {}) })),
  columns: columns.map(columnName),
})

/** The main lines of a statement over its years; undefined if it has none, or if other columns stand between the years. */
const chartBlock = ({ kind, sheet, area, rows, columns }: FoundTable): ModelChart | undefined => {
  const [first, last] = [columns[0], columns.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 !== columns.length) return undefined
  const short = rows.filter(({ label }) => label.length <= maxSeriesLabelLength)
  const lines = (charted[kind] ?? []).flatMap(
    (forms) => forms.flatMap((form) => short.find(({ label }) => form.test(label)) ?? [])[0] ?? [],
  )
  if (lines.length === 0) return undefined
  return {
    block: 'chart',
    title: messages.overTime({ lines: lines.map(({ label }) => label).join(', ') }),
    kind: 'bar',
    sheet,
    categories: rangeOf(area.top, first, area.top, last),
    series: lines.map(({ row, label }) => ({ label, range: rangeOf(row, first, row, last) })),
  }
}

/** A table of the model, and a chart of its main lines. */
export const blocksOfTable = (found: FoundTable): Block[] => {
  const rows = found.rows.filter(({ label }) => label.trim() !== '' && label.length <= maxRowLabelLength)
  if (rows.length === 0) return []
  const table = { ...found, rows }
  const chart = chartBlock(table)
  return [tableBlock(table), ...(chart === undefined ? [] : [chart])]
}
