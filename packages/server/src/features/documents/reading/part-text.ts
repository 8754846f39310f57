import type { Zip } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { wellFormed } from '../../../platform/well-formed.ts'
import { unreadable } from './unreadable.ts'

/**
 * Returns a part of the package as text, or an empty text if it is missing. Rejects a part that exceeds the size limit
 * without reading it.
 */
export const partText = (zip: Zip, name: string, maxBytes: number): string => {
  if (zip.sizeOf(name) > maxBytes) unreadable(documentMessages.contentsTooLarge())
  const decoder = new TextDecoder()
  const pieces: string[] = []
  zip.read(name, (piece) => pieces.push(decoder.decode(piece, { stream: true })))
  const text = pieces.join('') + decoder.decode()
  // Nested entities can expand a few lines to gigabytes.
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, 2_000))) unreadable(documentMessages.declaresEntities())
  return text
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const letter = (code: number): string => (code > 0 && code <= 0x10ffff ? wellFormed(String.fromCodePoint(code)) : '')

/** Unescapes text between tags. */
export const unescapeXml = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,4}));/gi,
    (whole, hex?: string, decimal?: string, name = '') =>
      hex !== undefined
        ? letter(Number.parseInt(hex, 16))
        : decimal !== undefined
          ? letter(Number(decimal))
          : (named[name] ?? whole),
  )

const maxTitleLength = 300

/** Returns the title property of an Office file. */
export const officeTitle = (zip: Zip): string | null => {
  const properties = partText(zip, 'docProps/core.xml', 1024 * 1024)
  const [, title = ''] = /<dc:title>([^<]*)<\/dc:title>/.exec(properties) ?? []
  return shortTitle(unescapeXml(title))
}

/** Shortens a title to one line; null if nothing visible is left. */
export const shortTitle = (text: string): string | null =>
  wellFormed(
    text
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, maxTitleLength),
  ) || null
