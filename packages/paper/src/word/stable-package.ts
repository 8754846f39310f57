import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** Identifiers that the writer draws at random; the same memo must give the same bytes. */
const randomId = /(?<=")rId[a-z0-9_-]{21}(?=")/g

/** The writer counts these on from document to document. */
const headingAnchor = /\b_Toc\d{1,9}\b/g
const bookmarkId = /(?<=<w:bookmark(?:Start|End) [^<>]{0,200}?w:id=")\d{1,9}(?=")/g

const drawingId = /(?<=<wp:docPr id=")\d{1,9}(?=")/g

const createRenaming = (prefix: string): ((name: string) => string) => {
  const names = new Map<string, string>()
  return (name) => {
    const found = names.get(name) ?? `${prefix}${names.size + 1}`
    names.set(name, found)
    return found
  }
}

/** The package with fixed dates and identifiers. */
export const stablePackage = (bytes: Uint8Array, date: Date): Uint8Array => {
  const stableId = createRenaming('rIdLink')
  const stableAnchor = createRenaming('_Toc')
  const stableBookmark = createRenaming('')
  const stableDrawing = createRenaming('')
  const when = date.toISOString().replace(/\.\d{3}Z$/, 'Z')
  const parts = Object.entries(unzipSync(bytes)).map(([path, content]) => {
    if (!/\.(xml|rels)$/.test(path)) return [path, content] as const
    let text = strFromU8(content)
    if (path === 'docProps/core.xml') text = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, when)
    else
      text = text
        .replaceAll(randomId, stableId)
        .replaceAll(headingAnchor, stableAnchor)
        .replaceAll(bookmarkId, stableBookmark)
        .replaceAll(drawingId, stableDrawing)
    return [path, strToU8(text)] as const
  })
  // Zip files know no year before 1980.
  const mtime = date.getUTCFullYear() < 1981 || date.getUTCFullYear() > 2098 ? new Date('1981-01-01T00:00:00Z') : date
  return zipSync(Object.fromEntries(parts), { mtime, level: 6 })
}
