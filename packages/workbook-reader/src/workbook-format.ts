import { strFromU8 } from 'fflate'
import { isCompoundFile } from './compound-file.ts'
import { openZip } from './zip.ts'

export type WorkbookFormat = 'xlsx' | 'xlsb' | 'xls' | 'ods' | 'fods'

/** The root of a flat document stands near the start of the file, behind the declaration and comments. */
const rootWithin = 4_096

/** Whether a file is a spreadsheet of LibreOffice without a package; the root says so in its `mimetype` attribute. */
export const isFlatSpreadsheet = (bytes: Uint8Array): boolean => {
  const head = strFromU8(bytes.subarray(0, 5 * rootWithin), true)
  const root = head.slice(0, rootWithin).indexOf('<office:document')
  const isXml = head.slice(0, 100).includes('<?xml')
  return isXml && root !== -1 && head.includes('application/vnd.oasis.opendocument.spreadsheet', root)
}

/** Tells the format of a workbook by its content; everything else is opened as .xlsx, which says what is wrong. */
export const workbookFormat = (bytes: Uint8Array): WorkbookFormat => {
  if (isCompoundFile(bytes)) return 'xls'
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return isFlatSpreadsheet(bytes) ? 'fods' : 'xlsx'
  const zip = openZip(bytes)
  if (zip.has('xl/workbook.bin')) return 'xlsb'
  return zip.has('content.xml') && !zip.has('xl/workbook.xml') ? 'ods' : 'xlsx'
}
