import { type DocumentKind, documentKinds } from '@deal-canvas/contract'
import {
  isCompoundFile,
  isFlatSpreadsheet,
  openZip,
  readWorkbook,
  streamNames,
  UnreadableWorkbook,
  type Zip,
} from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { filesOf, openArchive } from './archive.ts'
import { decodeHtml } from './decode-text.ts'
import { isMail } from './mail.ts'
import { guessDelimiter } from './read-csv.ts'
import { judgePdf } from './read-pdf.ts'
import { judgePicture } from './read-picture.ts'
import { NeedsPassword, unreadable } from './unreadable.ts'

const begins = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, place) => bytes[place] === byte)

const pdfMark = '%PDF-'
/** Some programs write a few bytes before the PDF header. */
const pdfMarkWithin = 1_024

const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, pdfMarkWithin + pdfMark.length)).includes(pdfMark)

/**
 * Detects the type of a file by its content; the name only distinguishes text formats. Rejects files that could not be
 * read later.
 */
export const judgeFile = async (
  bytes: Uint8Array,
  fileName: string,
  { ocr }: { ocr: boolean },
): Promise<DocumentKind> => {
  if (bytes.length === 0) unreadable(documentMessages.empty())
  if (isCompoundFile(bytes)) return judgeCompoundFile(bytes)
  if (begins(bytes, 0x50, 0x4b)) return judgePackage(bytes)
  if (isPdf(bytes)) {
    await judgePdf(bytes)
    return 'pdf'
  }
  const picture = judgePicture(bytes)
  if (picture !== undefined) return ocr ? picture.kind : unreadable(documentMessages.recognitionOff())
  return judgeText(bytes, fileName)
}

const judgePackage = (bytes: Uint8Array): DocumentKind => {
  try {
    const zip = openZip(bytes)
    if (zip.has('xl/workbook.xml')) return zip.has('xl/vbaProject.bin') ? 'xlsm' : 'xlsx'
    if (zip.has('word/document.xml')) return 'docx'
    if (zip.has('ppt/presentation.xml')) return 'pptx'
    if (zip.has('xl/workbook.bin')) return 'xlsb'
    if (zip.has('content.xml') && zip.has('mimetype')) return judgeOpenDocument(zip)
    return judgeArchive(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    const isForeign = error.code === 'not_a_workbook'
    return unreadable(isForeign ? documentMessages.emptyArchive() : error.message)
  }
}

const judgeArchive = (bytes: Uint8Array): DocumentKind => {
  filesOf(openArchive(bytes))
  return 'zip'
}

const openDocumentPrefix = 'application/vnd.oasis.opendocument.'

const judgeOpenDocument = (zip: Zip): DocumentKind => {
  const decoder = new TextDecoder()
  let type = ''
  if (zip.sizeOf('mimetype') < 200)
    zip.read('mimetype', (piece) => {
      type += decoder.decode(piece, { stream: true })
    })
  if (type.startsWith(`${openDocumentPrefix}spreadsheet`)) return 'ods'
  return unreadable(
    type.startsWith(`${openDocumentPrefix}presentation`)
      ? documentMessages.openPresentation()
      : documentMessages.openText(),
  )
}

/** Office files before 2007, protected ones, and Outlook mails share one container. */
const judgeCompoundFile = (bytes: Uint8Array): DocumentKind => {
  const streams = streamNames(bytes)
  if (streams.has('encryptedpackage')) throw new NeedsPassword(documentMessages.passwordNeeded())
  if (streams.has('workbook') || streams.has('book')) return judgeOldWorkbook(bytes)
  if (streams.has('worddocument')) return unreadable(documentMessages.oldWord())
  if (streams.has('powerpoint document')) return unreadable(documentMessages.oldPresentation())
  if (streams.has('__properties_version1.0')) return 'msg'
  return unreadable(documentMessages.unknownCompound())
}

/** Whether one needs a password shows only when it is read. */
const judgeOldWorkbook = (bytes: Uint8Array): DocumentKind => {
  try {
    readWorkbook(bytes)
  } catch (error) {
    if (error instanceof UnreadableWorkbook && error.code === 'encrypted')
      throw new NeedsPassword(documentMessages.passwordNeeded())
    throw error
  }
  return 'xls'
}

const markup =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--|<!doctype\s+html|<html|<head|<body|<table|<div|<p[\s>]|<h[1-6][\s>]|<meta|<style)/i

const judgeText = (bytes: Uint8Array, fileName: string): DocumentKind => {
  if (begins(bytes, ...[...'{\\rtf'].map((letter) => letter.charCodeAt(0)))) return 'rtf'
  if (isFlatSpreadsheet(bytes)) return 'fods'
  const text = decodeHtml(bytes)
  if (text === undefined) return unreadable(documentMessages.unsupported({ kinds: documentKinds.join(', ') }))
  if (text.trim() === '') unreadable(documentMessages.empty())
  const [, ending = ''] = /\.([a-z]+)$/i.exec(fileName) ?? []
  const start = text.slice(0, 4_096).replace(/^\ufeff/, '')
  if (/^(md|markdown)$/i.test(ending) && !/^\s*<(?:!doctype|html)/i.test(start)) return 'md'
  if (markup.test(start)) return 'html'
  if (/^\s*<(?:\?xml|svg|[a-z][\w.-]{0,40}:)/i.test(start)) return unreadable(documentMessages.unsupportedMarkup())
  if (isMail(start)) return 'eml'
  const { delimiter, sure } = guessDelimiter(text)
  if (/^tsv$/i.test(ending) || (sure && delimiter === '\t' && !/^csv$/i.test(ending))) return 'tsv'
  return /^csv$/i.test(ending) || sure ? 'csv' : 'txt'
}
