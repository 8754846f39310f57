import type { Page } from '../digitized.ts'
import { decodeText } from './decode-text.ts'
import { shortTitle } from './part-text.ts'
import { unreadable } from './unreadable.ts'
import { wellFormed } from './well-formed.ts'

const mostText = 20_000_000
/** A file of text has no pages; a long one gets some, so that a passage of it can be found again. */
const longestPage = 40_000

/** A plain text, or one in Markdown; its first heading or else its first line is its title. */
export const readText = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const text = decodeText(bytes) ?? unreadable('The file is no text')
  if (text.length > mostText) unreadable('The document holds more text than can be read')
  const [, heading] = /^#{1,6}[ \t]+(.+)$/m.exec(text) ?? []
  const [, first] = /^[ \t]*(\S.*)$/m.exec(text) ?? []
  return { title: shortTitle(heading ?? first ?? ''), pages: cut(text.replaceAll('\r\n', '\n')) }
}

const cut = (text: string): Page[] => {
  const pages: Page[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + longestPage
    const line = end < text.length ? text.lastIndexOf('\n', end) : -1
    const to = line > from ? line + 1 : end
    const page = text.slice(from, to).trim()
    if (page !== '') pages.push({ page: pages.length + 1, text: wellFormed(page) })
    from = to
  }
  return pages
}
