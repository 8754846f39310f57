import type { DocumentRow } from '../documents/documents.service.ts'

const workbooks: readonly DocumentRow['kind'][] = ['xlsx', 'xlsm']

/** The document that holds the model: of workbooks the largest, of equals the newest. A table is evidence, and no model. */
export const workbookAmong = (documents: readonly DocumentRow[]): DocumentRow | undefined =>
  documents
    .filter(({ kind, state }) => workbooks.includes(kind) && state !== 'failed')
    .toSorted((a, b) => b.size - a.size || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))[0]
