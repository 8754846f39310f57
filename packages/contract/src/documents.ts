import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import type { ErrorCode } from './errors.ts'
import { type Files, operation } from './operation.ts'
import { emailVerified } from './person.ts'
import { anyJson, instant, integer, list, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'

const tag = 'Documents'
const mebibyte = 1024 * 1024

export const documentKinds = ['xlsx', 'xlsm', 'csv', 'pdf', 'docx', 'txt', 'md'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentStates = ['stored', 'digitized', 'indexed', 'failed'] as const

/** What one file, and all files of a deal together, may weigh. */
export const maxDocumentBytes = 50 * mebibyte
export const maxDealBytes = 200 * mebibyte
export const maxDealDocuments = 100
/** Cells that are answered at once. */
export const maxCellsAtOnce = 5_000

/** What documents are uploaded as, here and in an intake. */
export const documentFiles = {
  field: 'files',
  most: 20,
  maxBytes: maxDocumentBytes,
  // All that a deal can hold, and what the form puts around it.
  maxBytesTogether: maxDealBytes + mebibyte,
  description:
    'Workbooks (xlsx, xlsm), csv, pdf, docx, txt and md, known by their content and not by their names; all of a deal together at most 200 MiB.',
} as const satisfies Files

/** Refusals of every upload of documents. */
export const documentUploadErrors = [
  'quota_exceeded',
  'too_many_documents',
  'model_too_costly',
  'workers_busy',
] as const satisfies readonly ErrorCode[]

export const Document = model(
  {
    id: uuid(),
    file_name: text({ examples: ['Riverside model.xlsx'] }),
    kind: oneOf(documentKinds, { description: 'By its content, whatever its name says.' }),
    size: integer({ examples: [48_213], description: 'In bytes.' }),
    sha256: text({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    state: oneOf(documentStates),
    problem: nullable(text({ description: 'Why it could not be read.' })),
    title: nullable(text({ examples: ['Riverside Apartments'] })),
    parts: nullable(integer({ examples: [7], description: 'Pages, or sheets.' })),
    uploaded_by: model({
      id: uuid(),
      display_name: text({ examples: ['Daniel Reyes'] }),
      email_verified: emailVerified,
    }),
    created_at: instant(),
  },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

const deal = model({ deal_id: dealId })
const one = model({ deal_id: dealId, document_id: text({ max: 100 }) })

export const documents = operation({
  id: 'documents',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents',
  tag,
  summary: 'The documents of a deal, the oldest first',
  access: dealRole('viewer'),
  params: deal,
  answer: model({ documents: list(Document, { description: 'At most 100.' }) }),
})

export const addDocuments = operation({
  id: 'addDocuments',
  method: 'POST',
  path: '/api/canvas/{deal_id}/documents',
  tag,
  summary: 'Add documents to a deal, all or none; one that is there already under the same name is answered as it is',
  access: dealRole('editor'),
  params: deal,
  files: documentFiles,
  answer: model({ documents: list(Document) }),
  status: 201,
  errors: [...documentUploadErrors, 'deal_finalized'],
})

export const showDocument = operation({
  id: 'showDocument',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}',
  tag,
  summary: 'One document',
  access: dealRole('viewer'),
  params: one,
  answer: Document,
  errors: ['document_not_found'],
})

export const documentContent = operation({
  id: 'documentContent',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/content',
  tag,
  summary: 'A document as it was uploaded; a Range is answered with its part',
  access: dealRole('viewer'),
  params: one,
  answer: text(),
  mediaType: '*/*',
  errors: ['document_not_found'],
  limit: 'content',
})

export const DocumentCells = model(
  {
    sheet: text({ examples: ['Returns'] }),
    range: text({ examples: ['B4:D20'] }),
    sheets: list(text({ examples: ['Returns'] }), { description: 'The sheets of the document, in their order.' }),
    cells: list(
      model({
        cell: text({ examples: ['C7'] }),
        type: oneOf(['number', 'text', 'boolean', 'error', 'empty']),
        value: anyJson({
          examples: [0.0525],
          description: 'A number, a text, a boolean or null; of an error its name.',
        }),
        text: text({ examples: ['5.25%'], description: 'As people read it.' }),
        formula: nullable(text({ examples: ['=C5/C6'] })),
        format: nullable(text({ examples: ['0.00%'] })),
      }),
      { description: 'Row by row; empty cells are left out.' },
    ),
  },
  { title: 'DocumentCells' },
)
export type DocumentCells = Static<typeof DocumentCells>

export const documentCells = operation({
  id: 'documentCells',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/cells',
  tag,
  summary: 'A range of a sheet: what its cells hold, their formulas and formats',
  access: dealRole('viewer'),
  params: one,
  query: model({
    sheet: optional(text({ min: 1, max: 255, examples: ['Returns'], description: 'Absent: the first one.' })),
    range: text({ min: 1, max: 40, examples: ['B4:D20'], description: 'At most 5,000 cells.' }),
  }),
  answer: DocumentCells,
  errors: ['document_not_found', 'workers_busy'],
  limit: 'cells',
})

export const deleteDocument = operation({
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/documents/{document_id}',
  tag,
  summary: 'Remove a document; not the one that the numbers of the deal come from',
  access: dealRole('editor'),
  params: one,
  errors: ['document_not_found', 'document_in_use', 'deal_finalized'],
})
