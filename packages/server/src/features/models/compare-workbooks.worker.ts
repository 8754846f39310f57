import { maxWorkbookChanges } from '@deal-canvas/contract'
import { compareWorkbooks, readWorkbook, UnreadableWorkbook, type WorkbookDifference } from '@deal-canvas/engine'

/** The difference, or why a workbook cannot be read. */
export type Compared = WorkbookDifference | { problem: string }

export const compare = ({ before, after }: { before: Uint8Array; after: Uint8Array }): Compared => {
  try {
    return compareWorkbooks(readWorkbook(before), readWorkbook(after), maxWorkbookChanges)
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { problem: error.message }
    throw error
  }
}
