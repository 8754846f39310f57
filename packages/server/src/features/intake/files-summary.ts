import type { DocumentKind } from '@deal-canvas/contract'
import { intakeMessages } from '../../messages/intake.ts'

interface SummedFile {
  kind: DocumentKind
  size: number
}

const messageOf = {
  xlsx: intakeMessages.workbooks,
  xlsm: intakeMessages.workbooks,
  xlsb: intakeMessages.workbooks,
  xls: intakeMessages.workbooks,
  ods: intakeMessages.workbooks,
  fods: intakeMessages.workbooks,
  csv: intakeMessages.tables,
  tsv: intakeMessages.tables,
  pdf: intakeMessages.pdfs,
  docx: intakeMessages.wordDocuments,
  rtf: intakeMessages.wordDocuments,
  pptx: intakeMessages.presentations,
  html: intakeMessages.webPages,
  eml: intakeMessages.mails,
  msg: intakeMessages.mails,
  png: intakeMessages.images,
  jpg: intakeMessages.images,
  tiff: intakeMessages.images,
  webp: intakeMessages.images,
  bmp: intakeMessages.images,
  zip: intakeMessages.archives,
  unknown: intakeMessages.unreadableFiles,
  txt: intakeMessages.textFiles,
  md: intakeMessages.textFiles,
} satisfies Record<SummedFile['kind'], unknown>

const sizeOf = (bytes: number): string => {
  const [unit, word] = bytes < 1e6 ? ([1e3, 'kB'] as const) : ([1e6, 'MB'] as const)
  const amount = bytes / unit
  return `${amount < 10 ? Math.ceil(amount * 10) / 10 : Math.round(amount)} ${word}`
}

/** Describes the files in one sentence; null if there are none. */
export const filesSummary = (files: readonly SummedFile[]): string | null => {
  if (files.length === 0) return null
  const counts = new Map<(typeof messageOf)[SummedFile['kind']], number>()
  for (const { kind } of files) counts.set(messageOf[kind], (counts.get(messageOf[kind]) ?? 0) + 1)
  const kinds = [...counts].map(([message, count]) => message({ count })).join(', ')
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return intakeMessages.filesSummary({ count: files.length, kinds, size: sizeOf(total) })
}
