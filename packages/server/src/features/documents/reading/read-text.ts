import type { Page } from '../digitized.ts'
import { cutPages } from './cut-pages.ts'
import { decodeText } from './decode-text.ts'
import { shortTitle } from './part-text.ts'
import { unreadable } from './unreadable.ts'

const maxText = 20_000_000

/** A plain text, or one in Markdown, on pages that are made for it so that a passage can be found again; its first heading or else its first line is its title. */
export const readText = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const text = decodeText(bytes) ?? unreadable('The file is no text')
  if (text.length > maxText) unreadable('The document holds more text than can be read')
  const [, heading] = /^#{1,6}[ \t]+(.+)$/m.exec(text) ?? []
  const [, first] = /^[ \t]*(\S.*)$/m.exec(text) ?? []
  return { title: shortTitle(heading ?? first ?? ''), pages: cutPages(text.replaceAll('\r\n', '\n')) }
}
