import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import type { ErrorCode } from './errors.ts'
import { formatCount } from './format/numbers.ts'
import { type Files, operation } from './operation.ts'
import { emailVerified } from './person.ts'
import {
  anyJson,
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  secret,
  text,
  uuid,
} from './schema.ts'
import {
  maxCellsAtOnce,
  maxDealBytes,
  maxDocumentBytes,
  maxDocumentsPerUpload,
  maxGivenPasswordLength,
  maxIdLength,
  maxRangeLength,
  maxSheetNameLength,
  maxUploadBytes,
} from './sizes.ts'

const tag = 'Documents'

export const documentKinds = [
  'xlsx',
  'xlsm',
  'xlsb',
  'xls',
  'ods',
  'fods',
  'csv',
  'tsv',
  'pdf',
  'docx',
  'pptx',
  'rtf',
  'html',
  'eml',
  'msg',
  'txt',
  'md',
  'png',
  'jpg',
  'tiff',
  'webp',
  'bmp',
  'zip',
] as const
/** `unknown`: a file of an archive or a mail that cannot be read; its `problem` says why. */
const storedKinds = [...documentKinds, 'unknown'] as const
export type DocumentKind = (typeof storedKinds)[number]
/** The kinds that can hold a model. */
export const workbookKinds: ReadonlySet<DocumentKind> = new Set(['xlsx', 'xlsm', 'xlsb', 'xls', 'ods', 'fods'])
/** The kinds with cells. */
export const tableKinds: ReadonlySet<DocumentKind> = new Set([...workbookKinds, 'csv', 'tsv'])
/** The kinds whose text is recognized in a picture. */
export const pictureKinds: ReadonlySet<DocumentKind> = new Set(['png', 'jpg', 'tiff', 'webp', 'bmp'])
export const documentStates = ['stored', 'password_needed', 'digitized', 'indexed', 'failed'] as const

/** How documents are uploaded, here and in an intake. */
export const documentFiles = {
  field: 'files',
  maxFiles: maxDocumentsPerUpload,
  maxBytes: maxDocumentBytes,
  maxBytesTogether: maxUploadBytes,
  description: `Files of these kinds, known by their content and not by their names: ${documentKinds.join(', ')}; all of a deal together at most ${maxDealBytes / 2 ** 20} MiB.`,
} as const satisfies Files

/** Errors of every document upload. */
export const documentUploadErrors = [
  'quota_exceeded',
  'too_many_documents',
  'model_too_costly',
  'workers_busy',
] as const satisfies readonly ErrorCode[]

export const Document = model(
  {
    id: uuid({ description: 'The document.' }),
    file_name: text({ description: 'The name of the file.', examples: ['Riverside model.xlsx'] }),
    kind: oneOf(storedKinds, {
      description:
        'By its content, whatever its name says; `unknown`: a file of an archive or a mail that cannot be read.',
    }),
    path: optional(
      text({
        description: 'The folder in the archive that it came in; absent: none.',
        examples: ['Data room/Legal'],
      }),
    ),
    parent_id: optional(uuid({ description: 'The mail that it was attached to; absent: none.' })),
    size: integer({ examples: [48_213], description: 'In bytes.' }),
    sha256: text({
      description: 'The SHA-256 of the content, in hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    state: oneOf(documentStates, {
      description:
        'How far the document was read: stored, digitized, indexed, or failed; `password_needed`: it is encrypted, and its kind is unknown until its password is given.',
    }),
    problem: nullable(
      text({ description: 'Why it could not be read, or which of its pages could not; null: everything was read.' }),
    ),
    problem_dismissed_at: optional(
      instant({
        description:
          'When somebody took note that it could not be read; absent: nobody has, or it was sent again since.',
      }),
    ),
    title: nullable(
      text({ description: 'The title found in the document; null: none.', examples: ['Riverside Apartments'] }),
    ),
    parts: nullable(integer({ examples: [7], description: 'Pages, or sheets.' })),
    ocr: optional(
      described(
        model(
          {
            pages: integer({ examples: [10], description: 'Pages without text, which text recognition reads.' }),
            read: integer({ examples: [3], description: 'How many of them are read.' }),
          },
          { title: 'TextRecognition' },
        ),
        'Scanned pages, whose text was recognized and can be wrong; while the document is `stored`, how far this is. Absent: none.',
      ),
    ),
    uploaded_by: described(
      model(
        {
          id: uuid({ description: 'The person.' }),
          display_name: text({ description: 'The name that others see.', examples: ['Daniel Reyes'] }),
          email_verified: emailVerified,
        },
        { title: 'Uploader' },
      ),
      'Who uploaded it.',
    ),
    created_at: instant({ description: 'When it was uploaded.' }),
  },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

const deal = model({ deal_id: dealId })
const oneDocument = model({ deal_id: dealId, document_id: text({ description: 'The document.', max: maxIdLength }) })

export const documents = operation({
  id: 'documents',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents',
  tag,
  summary: 'List the documents of a deal',
  description: 'Lists the documents of a deal, the oldest first.',
  access: dealRole('viewer'),
  params: deal,
  answer: model({ documents: list(Document, { description: 'At most 1,000.' }) }, { title: 'DocumentsResponse' }),
})

export const addDocuments = operation({
  id: 'addDocuments',
  method: 'POST',
  path: '/api/canvas/{deal_id}/documents',
  tag,
  summary: 'Add documents to a deal',
  description:
    'Adds files to a deal, all of them or none; the content decides what a file is. The files of an archive become documents with their folder as `path`, attachments of a mail become documents with the mail as `parent_id`; one of them that cannot be read is `failed` with its `problem`. A file that is there already under the same name is answered as it is.',
  access: dealRole('editor'),
  params: deal,
  files: documentFiles,
  answer: model(
    {
      documents: list(Document, {
        description: 'The documents, in the order of the files; those of an archive or a mail follow each other.',
      }),
    },
    { title: 'AddDocumentsResponse' },
  ),
  status: 201,
  errors: [...documentUploadErrors, 'deal_finalized'],
})

export const showDocument = operation({
  id: 'showDocument',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}',
  tag,
  summary: 'Show one document',
  description: 'Answers a document with its state; `problem` says why one could not be read.',
  access: dealRole('viewer'),
  params: oneDocument,
  answer: Document,
  errors: ['document_not_found'],
})

/** The body of a request that unlocks an encrypted file. */
export const UnlockRequest = model(
  {
    password: secret({
      description: 'The password of the file; it is not stored.',
      min: 1,
      max: maxGivenPasswordLength,
    }),
  },
  { title: 'UnlockRequest' },
)

/** Errors of unlocking an encrypted file. */
export const unlockErrors = [
  'document_not_found',
  'deal_finalized',
  'password_not_needed',
  'wrong_password',
  'password_tries_spent',
  'quota_exceeded',
  'file_too_large',
  'workers_busy',
] as const satisfies readonly ErrorCode[]

export const unlockDocument = operation({
  id: 'unlockDocument',
  method: 'POST',
  path: '/api/canvas/{deal_id}/documents/{document_id}/password',
  tag,
  summary: 'Give the password of an encrypted document',
  description:
    'Decrypts a document that is `password_needed` and keeps the decrypted copy in its place, which is then read. The password is not stored. A wrong one is 409 `wrong_password` with `tries_left`, at most five for a file.',
  access: dealRole('editor'),
  params: oneDocument,
  body: UnlockRequest,
  answer: Document,
  errors: unlockErrors,
  idempotent: false,
})

export const dismissDocumentProblem = operation({
  id: 'dismissDocumentProblem',
  method: 'POST',
  path: '/api/canvas/{deal_id}/documents/{document_id}/problem/dismiss',
  tag,
  summary: 'Take note of a document that could not be read',
  description:
    'Takes a document that is `failed` or `password_needed` off the files that intake and deal point out, for all members; it keeps its `problem`. Doing so again changes nothing. Any other document is 409 `document_readable`.',
  access: dealRole('editor'),
  params: oneDocument,
  answer: Document,
  errors: ['document_not_found', 'document_readable', 'deal_finalized'],
})

export const documentContent = operation({
  id: 'documentContent',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/content',
  tag,
  summary: 'Download a document',
  description: 'Answers the file as it was uploaded, or the range of it that is asked for.',
  access: dealRole('viewer'),
  params: oneDocument,
  answer: text(),
  mediaType: '*/*',
  errors: ['document_not_found'],
  limit: 'content',
})

export const DocumentCells = model(
  {
    sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
    range: text({ description: 'The range that is answered.', examples: ['B4:D20'] }),
    sheets: list(text({ examples: ['Returns'] }), { description: 'The sheets of the document, in their order.' }),
    sheet_sizes: list(
      model(
        {
          name: text({ description: 'The sheet.', examples: ['Returns'] }),
          rows: integer({ description: 'Up to the last cell that is not empty.', examples: [120] }),
          columns: integer({ description: 'Up to the last cell that is not empty.', examples: [14] }),
          hidden: boolean({ description: 'Whether the workbook hides it.' }),
        },
        { title: 'SheetSize' },
      ),
      { description: 'The same sheets with their sizes.' },
    ),
    cells: list(
      model(
        {
          cell: text({ description: 'The cell, such as D14.', examples: ['C7'] }),
          type: oneOf(['number', 'text', 'boolean', 'error', 'empty'], { description: 'What the cell holds.' }),
          value: anyJson({
            examples: [0.0525],
            description: 'A number, a text, a boolean or null; of an error its name.',
          }),
          text: text({ examples: ['5.25%'], description: 'As people read it.' }),
          formula: nullable(text({ description: 'The formula; null: the cell has none.', examples: ['=C5/C6'] })),
          format: nullable(text({ description: 'The number format; null: the default.', examples: ['0.00%'] })),
        },
        { title: 'DocumentCell' },
      ),
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
  summary: 'Read a range of a sheet',
  description: 'Answers values, formulas and formats of the cells in a range. At most 120 reads a minute.',
  access: dealRole('viewer'),
  params: oneDocument,
  query: model({
    sheet: optional(
      text({ min: 1, max: maxSheetNameLength, examples: ['Returns'], description: 'Absent: the first one.' }),
    ),
    range: text({
      min: 1,
      max: maxRangeLength,
      examples: ['B4:D20'],
      description: `At most ${formatCount(maxCellsAtOnce)} cells.`,
    }),
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
  summary: 'Remove a document',
  description: 'Removes a document from the deal. The workbook that the numbers come from cannot be removed.',
  access: dealRole('editor'),
  params: oneDocument,
  errors: ['document_not_found', 'document_in_use', 'deal_finalized'],
})
