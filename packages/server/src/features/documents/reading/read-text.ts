import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { cutPages } from './cut-pages.ts'
import { decodeText } from './decode-text.ts'
import { shortTitle } from './part-text.ts'
import { unreadable } from './unreadable.ts'

const maxText = 20_000_000

/**
 * Splits plain text or Markdown into artificial pages, so that a passage can be cited. The title is the first heading,
 * or else the first line.
 */
export const readText = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const text = decodeText(bytes) ?? unreadable(documentMessages.notText())
  if (text.length > maxText) unreadable(documentMessages.tooMuchText())
  const [, heading] = /^#{1,6}[ \t]+(.+)$/m.exec(text) ?? []
  const [, first] = /^[ \t]*(\S.*)$/m.exec(text) ?? []
  return { title: shortTitle(heading ?? first ?? ''), pages: cutPages(text.replaceAll('\r\n', '\n')) }
}
