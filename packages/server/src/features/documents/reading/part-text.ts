import type { Zip } from '@deal-canvas/engine'
import { unreadable } from './unreadable.ts'
import { wellFormed } from './well-formed.ts'

/** A part of a package as text; empty where there is none. One that is larger than it may be is not read at all. */
export const partText = (zip: Zip, name: string, maxBytes: number): string => {
  if (zip.sizeOf(name) > maxBytes) unreadable('The contents of the file are too large')
  const decoder = new TextDecoder()
  const pieces: string[] = []
  zip.read(name, (piece) => pieces.push(decoder.decode(piece, { stream: true })))
  const text = pieces.join('') + decoder.decode()
  // Entities that hold each other make gigabytes of a few lines.
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, 2_000))) unreadable('The file declares entities, which no document does')
  return text
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const letter = (code: number): string => (code > 0 && code <= 0x10ffff ? wellFormed(String.fromCodePoint(code)) : '')

/** Text as it stands between tags. */
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

/** What an Office file calls itself. */
export const officeTitle = (zip: Zip): string | null => {
  const properties = partText(zip, 'docProps/core.xml', 1024 * 1024)
  const [, title = ''] = /<dc:title>([^<]*)<\/dc:title>/.exec(properties) ?? []
  return shortTitle(unescapeXml(title))
}

/** A title on one line; null where there is nothing to see. */
export const shortTitle = (text: string): string | null =>
  wellFormed(
    text
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, maxTitleLength),
  ) || null
