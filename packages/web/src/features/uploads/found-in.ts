import { type Document, tableKinds, workbookKinds } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'

const partsOf = ({ kind, parts }: Document): string => {
  if (parts === null || (tableKinds.has(kind) && !workbookKinds.has(kind))) return ''
  return workbookKinds.has(kind)
    ? documentMessages.sheetCount({ count: parts })
    : documentMessages.pageCount({ count: parts })
}

/** What was found in a document, or why nothing was. */
export const foundIn = (document: Document, others: readonly Document[]): string => {
  if (document.state === 'failed')
    return document.problem === null ? documentMessages.notReadable() : `${document.problem.replace(/\.$/, '')}.`
  const twin = others.find(({ id, sha256 }) => id !== document.id && sha256 === document.sha256)
  return [
    partsOf(document),
    document.title === null ? '' : documentMessages.quotedTitle({ title: document.title }),
    twin === undefined ? '' : documentMessages.sameContent({ name: twin.file_name }),
  ]
    .filter((part) => part !== '')
    .join(', ')
}
