import { formatCell, type Workbook, type WorkbookCell, type WorkbookSheet } from '@deal-canvas/workbook-reader'

const isNumber = ({ value, formula }: WorkbookCell): boolean => typeof value === 'number' || formula !== undefined

const tidied = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** The first text of each row with a number to its right; with `computed`, only if one of those is a formula. */
const labelsOf = ({ cells }: WorkbookSheet, computed: boolean): string[] => {
  const labels = new Map<number, WorkbookCell>()
  for (const cell of cells) {
    const first = labels.get(cell.row)
    if (typeof cell.value !== 'string' || cell.formula !== undefined || tidied(cell.value) === '') continue
    if (first === undefined || cell.column < first.column) labels.set(cell.row, cell)
  }
  const named = new Set<number>()
  for (const cell of cells) {
    const label = labels.get(cell.row)
    if (label === undefined || cell.column <= label.column) continue
    if (computed ? cell.formula !== undefined : isNumber(cell)) named.add(cell.row)
  }
  return [...labels]
    .filter(([row]) => named.has(row))
    .sort(([a], [b]) => a - b)
    .map(([, label]) => `${formatCell(label)} ${tidied(String(label.value))}`)
}

/**
 * What two workbooks made from one template share: their sheet names, and the position of each label. Numbers, and
 * names of properties or companies without a computed number next to them, do not count.
 */
export const layoutLines = ({ sheets }: Workbook): string[] => {
  const computed = sheets.some(({ cells }) => cells.some(({ formula }) => formula !== undefined))
  return sheets.flatMap((sheet) => [`[${sheet.name}]`, ...labelsOf(sheet, computed)])
}
