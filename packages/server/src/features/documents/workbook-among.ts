import type { DocumentRow } from './documents.service.ts'

const workbooks: readonly DocumentRow['kind'][] = ['xlsx', 'xlsm']

/**
 * Returns the document that holds the model: the largest workbook, or the newest of equally large ones. A CSV file is
 * evidence, not a model.
 */
export const workbookAmong = (documents: readonly DocumentRow[]): DocumentRow | undefined =>
  documents
    .filter(({ kind, state }) => workbooks.includes(kind) && state !== 'failed')
    .toSorted((a, b) => b.size - a.size || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))[0]
