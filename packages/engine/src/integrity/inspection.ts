import type { Calculator } from '../compile/calculator.ts'
import type { Scalar } from '../value/value.ts'
import type { MappedMetric } from './finding.ts'
import { createLayout, type Layout, type Line, type Place } from './layout.ts'

export type { Line, Place } from './layout.ts'

/** A text with the numbers to its right, up to the next text. */
export interface Entry extends Place {
  readonly text: string
  /** In lower case, without punctuation around its words. */
  readonly label: string
  readonly line: Line
  readonly values: readonly { readonly column: number; readonly value: number }[]
}

/** Longer texts are remarks, not labels. */
const maxLabelLength = 80

const plainLabel = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9%]+/g, ' ')
    .trim()

export type Inspection = ReturnType<typeof createInspection>

/** A workbook prepared for the checks, with its current values. */
export const createInspection = (
  calculator: Calculator,
  metrics: readonly MappedMetric[],
  layout: Layout = createLayout(calculator, metrics),
) => {
  const { lines, isFree } = layout
  const { grid } = layout.model
  const valueAt = (sheet: number, row: number, column: number): Scalar => grid.get(grid.idOf(sheet, row, column))

  const entries: Entry[] = []
  for (const line of lines.flat()) {
    let open: (Entry & { values: { column: number; value: number }[] }) | undefined
    for (const { column } of line.cells) {
      const value = valueAt(line.sheet, line.row, column)
      if (typeof value === 'number') open?.values.push({ column, value })
      if (typeof value !== 'string') continue
      const label = value.length > maxLabelLength ? '' : plainLabel(value)
      // A blank text counts as an empty cell, a dash as a zero.
      if (label === '') continue
      open = { sheet: line.sheet, row: line.row, column, text: value.trim(), label, line, values: [] }
      entries.push(open)
    }
  }

  return {
    ...layout,
    metrics,
    entries,
    valueAt,
    /** Whether a number was typed in, not computed. */
    isTyped: (sheet: number, row: number, column: number): boolean =>
      isFree(sheet, row, column) && typeof valueAt(sheet, row, column) === 'number',
    isNumber: (sheet: number, row: number, column: number): boolean => typeof valueAt(sheet, row, column) === 'number',
  }
}

/** The label to the left of a cell. */
export const labelOf = ({ lines, valueAt }: Inspection, { sheet, row, column }: Place): string | undefined => {
  const line = lineAt(lines[sheet] ?? [], row)
  for (let at = (line?.cells.length ?? 0) - 1; at >= 0; at--) {
    const cell = line?.cells[at]
    if (cell === undefined || cell.column >= column) continue
    const value = valueAt(sheet, row, cell.column)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** Finds the line of a row by binary search. */
const lineAt = (lines: readonly Line[], row: number): Line | undefined => {
  let [low, high] = [0, lines.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line === undefined || line.row === row) return line
    if (line.row < row) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
