import { sourcesHeading, usesHeading } from '../integrity/funding-tables.ts'
import type { LabeledNumbers } from '../metrics/labeled-numbers.ts'
import { normalizeLabel } from '../metrics/normalize-label.ts'
import { lookOf } from '../metrics/number-look.ts'
import { isTotal, type ModelTable, maxTableRows } from './model-table.ts'

/** A blank row can stand above the total. */
const maxGap = 2

const isAmount = ({ value, format }: LabeledNumbers['cells'][number]): boolean =>
  typeof value === 'number' && lookOf(format) !== 'percent' && lookOf(format) !== 'date'

/** The column that holds the amounts: in a line of several numbers the largest are the money, not the shares. */
const amountColumn = (lines: readonly LabeledNumbers[]): number | undefined => {
  const sums = new Map<number, number>()
  for (const { cells } of lines)
    for (const cell of cells)
      if (isAmount(cell)) sums.set(cell.column, (sums.get(cell.column) ?? 0) + Math.abs(cell.value as number))
  return [...sums].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The lines below a heading, up to the total. */
const upToTotal = (lines: readonly LabeledNumbers[]): LabeledNumbers[] => {
  const found: LabeledNumbers[] = []
  for (const line of lines) {
    const row = line.cells[0]?.row ?? 0
    const before = found.at(-1)?.cells[0]?.row ?? row
    if (row - before > maxGap) break
    found.push(line)
    if (isTotal(normalizeLabel(line.label))) break
  }
  return found
}

const tableOf = (
  sheet: string,
  kind: 'sources' | 'uses',
  members: readonly LabeledNumbers[],
): ModelTable | undefined => {
  const lines = upToTotal(members)
  const amounts = amountColumn(lines)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined || amounts === undefined) return undefined
  const rows = lines.flatMap((line) => {
    const amount = line.cells.find(({ column }) => column === amounts)
    if (amount === undefined || (amount.value === 0 && line !== last)) return []
    return [{ row: amount.row, label: line.label.trim(), isTotal: isTotal(normalizeLabel(line.label)) }]
  })
  const [top, bottom] = [rows[0]?.row, rows.at(-1)?.row]
  if (rows.length < 2 || rows.length > maxTableRows || top === undefined || bottom === undefined) return undefined
  const shares = [...new Set(lines.flatMap(({ cells }) => cells))]
    .filter(({ column, format }) => column > amounts && lookOf(format) === 'percent')
    .map(({ column }) => column)
  const columns = [amounts, ...[...new Set(shares)].slice(0, 1)]
  return {
    kind,
    sheet,
    area: { top, left: first.labelColumn, bottom, right: Math.max(...columns) },
    headRows: 0,
    rows,
    columns,
  }
}

/** The tables of sources and of uses of a sheet. */
export const sourcesAndUsesOf = (sheet: string, lines: readonly LabeledNumbers[]): ModelTable[] => {
  const under = (form: RegExp): LabeledNumbers[] => {
    const members = lines.filter(({ heading, side }) => side === 'right' && form.test(normalizeLabel(heading)))
    return members.filter(({ labelColumn }) => labelColumn === members[0]?.labelColumn)
  }
  return [
    tableOf(sheet, 'sources', under(sourcesHeading)) ?? [],
    tableOf(sheet, 'uses', under(usesHeading)) ?? [],
  ].flat()
}
