import {
  addDocuments,
  cellLinks,
  type DocumentKind,
  defaultPageSize,
  deleteDocument,
  dismissDocumentProblem,
  documentCells,
  documentContent,
  findCells,
  documents as listDocuments,
  showDocument,
  unlockDocument,
} from '@deal-canvas/contract'
import type { StoredBytes } from '../../http/answer-bytes.ts'
import { handle, handleBytes, handleFiles, type Route } from '../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursor.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { DocumentRow, Documents } from './documents.service.ts'
import { presentDocument } from './present-document.ts'

interface Deps {
  documents: Documents
  blobs: Pick<Blobs, 'open'>
}

export const documentRoutes = ({ documents, blobs }: Deps): Route[] => [
  handle(listDocuments, async ({ params }) => ({
    documents: (await documents.all(params.deal_id)).map(presentDocument),
  })),
  handleFiles(addDocuments, async ({ actor, params, files, signal }) => ({
    documents: (await documents.add(actor, params.deal_id, files, signal)).map(presentDocument),
  })),
  handle(showDocument, ({ params }) => documents.find(params.deal_id, params.document_id).then(presentDocument)),
  handle(unlockDocument, async ({ actor, params, body, signal }) =>
    presentDocument(
      await documents.unlockInDeal(
        actor,
        { dealId: params.deal_id, id: params.document_id, password: body.password },
        signal,
      ),
    ),
  ),
  handle(dismissDocumentProblem, ({ actor, params }) =>
    documents.dismissProblem(actor, params.deal_id, params.document_id).then(presentDocument),
  ),
  handleBytes(documentContent, async ({ params }) =>
    contentOf(await documents.find(params.deal_id, params.document_id), blobs),
  ),
  handle(documentCells, ({ params, query }) => documents.cells(params.deal_id, params.document_id, query)),
  handle(findCells, async ({ params, query }) => {
    const { limit = defaultPageSize, cursor, q } = query
    const offset = readNumberCursor(cursor) ?? 0
    const found = await documents.findCells(params.deal_id, params.document_id, { query: q, offset, limit })
    const end = offset + found.hits.length
    const hasMore = end < found.total
    return {
      cells: found.hits,
      total: found.total,
      is_capped: found.hasMore,
      next_cursor: hasMore ? writeNumberCursor(end) : null,
      has_more: hasMore,
    }
  }),
  handle(cellLinks, async ({ params, query }) => {
    const { cell, links } = await documents.cellLinks(params.deal_id, params.document_id, query)
    return {
      sheet: links.sheet,
      cell,
      label: links.label,
      formula_in_words: links.words,
      precedents: links.precedents,
      precedents_total: links.precedentsTotal,
      dependents: links.dependents,
      dependents_total: links.dependentsTotal,
      elsewhere: links.elsewhere,
      reads_more: links.isMoving,
      is_complete: links.isComplete,
    }
  }),
  handle(deleteDocument, ({ actor, params }) => documents.withdraw(actor, params.deal_id, params.document_id)),
]

const mediaTypes: Record<DocumentKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  html: 'text/html',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  png: 'image/png',
  jpg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  bmp: 'image/bmp',
  zip: 'application/zip',
  unknown: 'application/octet-stream',
  txt: 'text/plain',
  md: 'text/markdown',
}

const contentOf = ({ sha256, size, kind, fileName }: DocumentRow, blobs: Pick<Blobs, 'open'>): StoredBytes => ({
  sha256,
  size,
  fileName,
  mediaType: mediaTypes[kind],
  open: async (range) => {
    const stream = await blobs.open(sha256, range)
    if (stream === undefined) throw new Error(`The content of a document is missing: ${sha256}`)
    return stream
  },
})
