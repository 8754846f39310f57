import type { Document } from '@deal-canvas/contract'
import { counted } from '../../ui/counted.ts'

const workbooks: ReadonlySet<Document['kind']> = new Set(['xlsx', 'xlsm'])

const partsOf = ({ kind, parts }: Document): string => {
  if (parts === null || kind === 'csv') return ''
  return counted(parts, workbooks.has(kind) ? 'sheet' : 'page')
}

/** What was found in a document, or why nothing was. */
export const foundIn = (document: Document, others: readonly Document[]): string => {
  if (document.state === 'failed') return `${(document.problem ?? 'It could not be read').replace(/\.$/, '')}.`
  const twin = others.find(({ id, sha256 }) => id !== document.id && sha256 === document.sha256)
  const found = [partsOf(document), document.title === null ? '' : `“${document.title}”`].filter((part) => part !== '')
  if (twin !== undefined) found.push(`the same content as ${twin.file_name}`)
  return found.join(', ')
}
