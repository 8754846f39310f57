import type { WorkbookCell, WorkbookSheet } from '@deal-canvas/workbook-reader'
import { normalizeLabel } from '../metrics/normalize-label.ts'
import { isTotal, type ModelTable, maxTableColumns, maxTableRows } from './model-table.ts'

const countHead = /^(?:(?:no|number|total|#) ?(?:of )?)?units?(?: count)?$|^count$|^unit count$/
const rentHead = /\brent\b/
const typeHead = /type|unit mix|floor ?plan|^plan$|^unit$|bed/
const minTypes = 2
/** Heads can be in two rows. */
const farthestFirst = 2

/** The mix of unit types of a sheet: a row of heads with units and rents, and a row for each type. */
export const unitMixOf = ({ name, cells }: WorkbookSheet): ModelTable[] => {
  const rows = new Map<number, Map<number, WorkbookCell>>()
  for (const cell of cells) {
    if (cell.value === null || cell.value === '') continue
    const row = rows.get(cell.row) ?? new Map<number, WorkbookCell>()
    rows.set(cell.row, row.set(cell.column, cell))
  }
  for (const [headRow, heads] of rows) {
    const texts = [...heads.values()].flatMap(({ column, value }) =>
      typeof value === 'string' ? [{ column, text: normalizeLabel(value.replaceAll('#', 'no ')) }] : [],
    )
    const units = texts.find(({ text }) => countHead.test(text))
    const labels = texts.find(({ text, column }) => typeHead.test(text) && column < (units?.column ?? 0))
    if (units === undefined || labels === undefined || !texts.some(({ text }) => rentHead.test(text))) continue
    const found: ModelTable['rows'][number][] = []
    let types = 0
    for (let row = headRow + 1; found.length < maxTableRows; row++) {
      const line = rows.get(row)
      const label = line?.get(labels.column)?.value
      const isLine = typeof label === 'string' && typeof line?.get(units.column)?.value === 'number'
      if (!isLine && row - headRow <= farthestFirst && found.length === 0) continue
      if (!isLine) break
      const total = isTotal(normalizeLabel(label))
      if (!total) types += 1
      found.push({ row, label: label.trim(), isTotal: total })
      if (total) break
    }
    const bottom = found.at(-1)?.row
    if (types < minTypes || bottom === undefined) continue
    const columns = texts
      .map(({ column }) => column)
      .filter((column) => column > labels.column)
      .sort((a, b) => a - b)
      .slice(0, maxTableColumns)
    return [
      {
        kind: 'unit_mix',
        sheet: name,
        area: { top: headRow, left: labels.column, bottom, right: columns.at(-1) ?? units.column },
        headRows: 1,
        rows: found,
        columns,
      },
    ]
  }
  return []
}
