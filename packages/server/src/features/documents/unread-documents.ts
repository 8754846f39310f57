import type { DocumentRow } from './documents.store.ts'

/** Whether nothing of a document could be read, because it is damaged, unknown or waits for its password. */
export const isUnreadable = ({ state }: Pick<DocumentRow, 'state'>): boolean =>
  state === 'failed' || state === 'password_needed'

/** The documents that could not be read, as long as nobody has taken note of it. */
export const unreadDocuments = <Row extends Pick<DocumentRow, 'state' | 'problemDismissedAt'>>(
  documents: readonly Row[],
): Row[] => documents.filter((document) => isUnreadable(document) && document.problemDismissedAt === null)
