import { readBinaryWorkbook } from './binary-workbook.ts'
import { readOpenDocument } from './open-document.ts'
import { readXlsx } from './read-xlsx.ts'
import type { Workbook } from './workbook.ts'
import { workbookFormat } from './workbook-format.ts'

/**
 * Reads a workbook of any kind (.xlsx, .xlsm, .xlsb, .xls, .ods, .fods) with its formulas. A file that cannot be read
 * throws an UnreadableWorkbook with the reason. Run it where it can be aborted: a large file takes seconds.
 */
export const readWorkbook = (bytes: Uint8Array): Workbook => {
  const format = workbookFormat(bytes)
  if (format === 'ods' || format === 'fods') return readOpenDocument(bytes, format)
  if (format === 'xls' || format === 'xlsb') return readBinaryWorkbook(bytes, format)
  return readXlsx(bytes)
}
