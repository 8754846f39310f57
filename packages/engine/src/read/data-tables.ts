import { parseCell } from '../cell-reference.ts'
import type { DataTable } from './workbook.ts'
import { attributesOf } from './xml-scan.ts'

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The what-if tables of a sheet; the reader of cells passes over them. */
export const readDataTables = (xml: string, sheet: number): DataTable[] => {
  if (!xml.includes('dataTable')) return []
  const tags = [...xml.matchAll(/<(?:\w+:)?f\b[^>]*\bt="dataTable"[^>]*>/g)].map(([tag]) => attributesOf(tag))
  return tags.flatMap((attributes): DataTable[] => {
    const [first = '', last = first] = (attributes.get('ref') ?? '').split(':')
    const [from, to] = [parseCell(first), parseCell(last)]
    if (from === undefined || to === undefined) return []
    const one = parseCell(attributes.get('r1') ?? '')
    const two = parseCell(attributes.get('r2') ?? '')
    const isTwo = isTrue(attributes.get('dt2D'))
    const isRow = isTrue(attributes.get('dtr'))
    return [
      {
        area: { sheet, top: from.row, left: from.column, bottom: to.row, right: to.column },
        rowInput: isTwo || isRow ? one : undefined,
        columnInput: isTwo ? two : isRow ? undefined : one,
      },
    ]
  })
}
