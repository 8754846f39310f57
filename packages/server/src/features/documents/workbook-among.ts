import { workbookKinds } from '@deal-canvas/contract'
import type { DocumentRow } from './documents.service.ts'

/**
 * Returns the document that holds the model: the largest workbook, or the newest of equally large ones. A CSV file is
 * evidence, not a model.
 */
export const workbookAmong = (documents: readonly DocumentRow[]): DocumentRow | undefined =>
  documents
    .filter(({ kind, state }) => workbookKinds.has(kind) && state !== 'failed')
    .toSorted((a, b) => b.size - a.size || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))[0]
