import {
  type DefinedName,
  parseCell,
  type Workbook,
  type WorkbookCell,
  type WorkbookSheet,
} from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'

/** A plain value, or one with its number format or its formula. */
type Written = Scalar | { readonly value: Scalar; readonly format?: string; readonly formula?: string }

/** A sheet from the content of its cells: `{ A1: 'NOI', B1: 100 }`. */
export const sheetOf = (name: string, written: Readonly<Record<string, Written>>): WorkbookSheet => ({
  name,
  hidden: false,
  dataTables: [],
  cells: Object.entries(written).map(([at, content]): WorkbookCell => {
    const { row, column } = parseCell(at) ?? { row: 0, column: 0 }
    const isBare = typeof content !== 'object' || content === null || !('value' in content)
    return isBare ? { row, column, value: content } : { row, column, ...content }
  }),
})

export const workbookOf = (sheets: readonly WorkbookSheet[], names: readonly DefinedName[] = []): Workbook => ({
  sheets,
  names,
  tables: [],
  date1904: false,
  iteration: undefined,
})
