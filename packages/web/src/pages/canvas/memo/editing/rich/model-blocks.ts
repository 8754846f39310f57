import { type Block, type ChosenRow, type ModelChart, type ModelTable, readBlock } from '@deal-canvas/memo'

/** As many lines as a chart of a memo can hold. */
export const maxSeries = 6
const maxLabelLength = 120

const area = /^([A-Z]{1,3})([1-9]\d{0,6}):([A-Z]{1,3})([1-9]\d{0,6})$/

export const isRange = (text: string): boolean => area.test(text)

const numberOf = (column: string): number =>
  [...column].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/** The first and the last column with values, if no other column stands between them. */
const valueColumns = ({ columns = [] }: ModelTable): readonly [string, string] | undefined => {
  const [first, last] = [columns[0], columns.at(-1)]
  if (first === undefined || last === undefined || columns.length < 2) return undefined
  return numberOf(last) - numberOf(first) + 1 === columns.length ? [first, last] : undefined
}

/** Whether rows of the table are lines over its headings. */
export const isChartable = (table: ModelTable): boolean =>
  valueColumns(table) !== undefined && (table.header_rows ?? 0) > 0 && (table.rows?.length ?? 0) > 0

/** A chart of rows of a table over its headings; undefined if it cannot be one. */
export const chartOf = (
  table: ModelTable,
  kind: ModelChart['kind'],
  rows: readonly ChosenRow[],
): ModelChart | undefined => {
  const ends = valueColumns(table)
  const [, , top] = area.exec(table.range) ?? []
  if (ends === undefined || top === undefined || rows.length === 0) return undefined
  const [first, last] = ends
  const lineOf = (row: number | string): string => `${first}${row}:${last}${row}`
  return {
    block: 'chart',
    title: rows
      .map(({ label }) => label)
      .join(', ')
      .slice(0, 200),
    kind,
    sheet: table.sheet,
    categories: lineOf(top),
    series: rows.map(({ row, label }) => ({ label: label.slice(0, maxLabelLength), range: lineOf(row) })),
  }
}

/** The tables among blocks that came from the service. */
export const tablesIn = (blocks: readonly unknown[]): ModelTable[] =>
  blocks.map((block): Block => readBlock(block)).filter((block) => block.block === 'model_table')
