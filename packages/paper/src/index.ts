export { renderPdf } from './pdf/render-pdf.ts'
export type {
  AuditDigest,
  CoverFigure,
  Decision,
  DigestEvent,
  HouseStyle,
  OpenItem,
  PrintableMemo,
  PrintedFile,
  PrintedFinding,
  PrintedMetric,
  PrintedOverride,
  PrintedSection,
  PrintedSource,
  UnresolvedComment,
} from './printable-memo.ts'
export { renderDocx } from './word/render-docx.ts'
