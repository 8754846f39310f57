import { type Document, tableKinds, workbookKinds } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'

const partsOf = ({ kind, parts }: Document): string => {
  if (parts === null || (tableKinds.has(kind) && !workbookKinds.has(kind))) return ''
  return workbookKinds.has(kind)
    ? documentMessages.sheetCount({ count: parts })
    : documentMessages.pageCount({ count: parts })
}

/** How far text recognition is, or how many pages it read. */
const recognizedIn = ({ state, ocr }: Document): string => {
  if (ocr === undefined) return ''
  return state === 'stored'
    ? documentMessages.recognizing({ read: ocr.read, pages: ocr.pages })
    : documentMessages.recognizedPages({ count: ocr.read })
}

/** The folder of the archive, or the mail, that it came in. */
const originOf = ({ path, parent_id: parentId }: Document, others: readonly Document[]): string => {
  const parent = parentId === undefined ? undefined : others.find(({ id }) => id === parentId)
  if (parent !== undefined) return documentMessages.attachedTo({ name: parent.file_name })
  return path === undefined ? '' : documentMessages.inFolder({ path })
}

/** What was found in a document and where it came from, or why nothing was found. */
export const foundIn = (document: Document, others: readonly Document[]): string => {
  const origin = originOf(document, others)
  const problem = document.problem?.replace(/\.$/, '')
  if (document.state === 'failed' || document.state === 'password_needed') {
    const reason = problem === undefined ? documentMessages.notReadable() : `${problem}.`
    return origin === '' ? reason : `${reason} (${origin})`
  }
  const twin = others.find(({ id, sha256 }) => id !== document.id && sha256 === document.sha256)
  const found = [
    partsOf(document),
    recognizedIn(document),
    origin,
    document.title === null ? '' : documentMessages.quotedTitle({ title: document.title }),
    twin === undefined ? '' : documentMessages.sameContent({ name: twin.file_name }),
  ]
    .filter((part) => part !== '')
    .join(', ')
  return problem === undefined ? found : `${found}. ${problem}.`
}
