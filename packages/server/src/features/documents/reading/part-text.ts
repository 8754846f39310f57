import { scanPart, unescapeXml, type Zip } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { wellFormed } from '../../../platform/well-formed.ts'
import { unreadable } from './unreadable.ts'

/** Rejects a part that exceeds the size limit without reading it. */
export const refuseLargePart = (zip: Zip, name: string, maxBytes: number): void => {
  if (zip.sizeOf(name) > maxBytes) unreadable(documentMessages.contentsTooLarge())
}

const maxTitleLength = 300
const maxProperties = 1024 * 1024

/** Returns the title property of an Office or OpenDocument file. */
export const officeTitle = (zip: Zip): string | null => {
  const part = zip.has('docProps/core.xml') ? 'docProps/core.xml' : 'meta.xml'
  refuseLargePart(zip, part, maxProperties)
  let isTitle = false
  let title = ''
  scanPart(zip, part, {
    open: (name) => {
      isTitle = name === 'title'
    },
    close: () => {
      isTitle = false
    },
    text: (piece) => {
      if (isTitle) title += piece
    },
  })
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
