import type { WorkbookTable } from '@deal-canvas/workbook-reader'
import type { Area } from '../value/value.ts'
import type { FormulaPlace } from './parse-formula.ts'

/** The cells of a structured reference such as `Sales[[#Totals],[Amount]]`; undefined if there are none. */
export const tableArea = (
  { area, columns, headerRows, totalsRows }: WorkbookTable,
  sections: readonly string[],
  named: readonly string[],
  place: FormulaPlace,
): Area | undefined => {
  const columnOf = (name: string): number =>
    columns.findIndex((column) => column.toLowerCase() === name.replaceAll(/'(.)/g, '$1').toLowerCase())
  const [first, last = first] = named
  const from = first === undefined ? 0 : columnOf(first)
  const to = last === undefined ? columns.length - 1 : columnOf(last)
  if (from < 0 || to < 0) return undefined
  const data = { top: area.top + headerRows, bottom: area.bottom - totalsRows }
  const parts = (sections.length === 0 ? ['data'] : sections).map((section) => {
    switch (section.toLowerCase().replace('#', '')) {
      case 'all':
        return { top: area.top, bottom: area.bottom }
      case 'headers':
        return headerRows === 0 ? undefined : { top: area.top, bottom: area.top + headerRows - 1 }
      case 'totals':
        return totalsRows === 0 ? undefined : { top: area.bottom - totalsRows + 1, bottom: area.bottom }
      case 'this row':
        return place.row >= data.top && place.row <= data.bottom ? { top: place.row, bottom: place.row } : undefined
      default:
        return data
    }
  })
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0) return undefined
  return {
    sheet: area.sheet,
    top: Math.min(...known.map(({ top }) => top)),
    bottom: Math.max(...known.map(({ bottom }) => bottom)),
    left: area.left + Math.min(from, to),
    right: area.left + Math.max(from, to),
  }
}
