import type { DocumentKind } from '@deal-canvas/contract'
import { openZip, UnreadableWorkbook } from '@deal-canvas/engine'
import { decodeText } from './decode-text.ts'
import { guessDelimiter } from './read-csv.ts'
import { judgePdf } from './read-pdf.ts'
import { unreadable } from './unreadable.ts'

const begins = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, place) => bytes[place] === byte)

const pdfMark = '%PDF-'
/** Some programs put a few bytes before it. */
const pdfMarkWithin = 1_024

const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, pdfMarkWithin + pdfMark.length)).includes(pdfMark)

/** What a file is by its content; its name only tells texts apart. What cannot be read later is refused here. */
export const judgeFile = async (bytes: Uint8Array, fileName: string): Promise<DocumentKind> => {
  if (bytes.length === 0) unreadable('The file is empty')
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    unreadable('The file is protected by a password or of an Office format before 2007; save it as .xlsx or .docx')
  if (begins(bytes, 0x50, 0x4b)) return judgePackage(bytes)
  if (isPdf(bytes)) {
    await judgePdf(bytes)
    return 'pdf'
  }
  return judgeText(bytes, fileName)
}

const judgePackage = (bytes: Uint8Array): DocumentKind => {
  try {
    const zip = openZip(bytes)
    if (zip.has('xl/workbook.xml')) return zip.has('xl/vbaProject.bin') ? 'xlsm' : 'xlsx'
    if (zip.has('word/document.xml')) return 'docx'
    if (zip.has('xl/workbook.bin')) unreadable('The workbook is of the binary format; save it as .xlsx')
    return unreadable('The file is an archive, or a document of a kind that is not read here')
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    const isForeign = error.code === 'not_a_workbook'
    return unreadable(isForeign ? 'The file is an archive with nothing to read in it' : error.message)
  }
}

const judgeText = (bytes: Uint8Array, fileName: string): DocumentKind => {
  const text = decodeText(bytes)
  if (text === undefined)
    return unreadable('The file is of a kind that is not read here: xlsx, xlsm, csv, pdf, docx, txt and md are')
  if (text.trim() === '') unreadable('The file is empty')
  const [, ending = ''] = /\.([a-z]+)$/i.exec(fileName) ?? []
  if (/^(md|markdown)$/i.test(ending)) return 'md'
  return /^csv$/i.test(ending) || guessDelimiter(text).sure ? 'csv' : 'txt'
}
