import { documentMessages } from '../../../messages/documents.ts'
import { unreadable } from './unreadable.ts'

/** The numbers of the tags of one picture in a TIFF file. */
export type TiffTags = ReadonlyMap<number, readonly number[]>

export const tiffTag = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  t4Options: 292,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  jpegTables: 347,
} as const

const known: ReadonlySet<number> = new Set(Object.values(tiffTag))
/** Bytes of a value by its type; other types are not needed. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 }
const maxTags = 500
const maxValues = 200_000

/** More pictures than this are refused before any of them is decoded. */
const maxPictures = 200

const damaged = (): never => unreadable(documentMessages.imageDamaged())

export const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[2] === 42 && bytes[3] === 0) ||
  (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0 && bytes[3] === 42)

/** Reads the tags of each picture without decoding any; thumbnails are left out. */
export const readTiff = (bytes: Uint8Array): TiffTags[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = bytes[0] === 0x49
  const two = (at: number): number => (at + 2 <= bytes.length ? view.getUint16(at, isLittle) : damaged())
  const four = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at, isLittle) : damaged())

  const valuesOf = (entry: number): number[] => {
    const size = sizes[two(entry + 2)] ?? 0
    const count = four(entry + 4)
    const at = count * size <= 4 ? entry + 8 : four(entry + 8)
    // The count is whatever the file says, so it is checked before anything is allocated for it.
    if (size === 0) return []
    if (count > maxValues || at + count * size > bytes.length) return damaged()
    return Array.from({ length: count }, (_, n) => {
      const place = at + n * size
      return size === 1 ? (bytes[place] ?? 0) : size === 2 ? two(place) : four(place)
    })
  }

  const pictures: TiffTags[] = []
  const seen = new Set<number>()
  for (let at = four(4); at !== 0; ) {
    // A directory that refers back to an earlier one would never end.
    if (seen.has(at)) return damaged()
    seen.add(at)
    if (seen.size > 2 * maxPictures) return unreadable(documentMessages.tooManyPictures({ limit: maxPictures }))
    const count = two(at)
    if (count > maxTags) return damaged()
    const tags = new Map<number, readonly number[]>()
    for (let n = 0; n < count; n++) {
      const entry = at + 2 + 12 * n
      const tag = two(entry)
      if (known.has(tag)) tags.set(tag, valuesOf(entry))
    }
    const isThumbnail = ((tags.get(tiffTag.subfileType)?.[0] ?? 0) & 1) === 1
    if (!isThumbnail) pictures.push(tags)
    at = four(at + 2 + 12 * count)
  }
  if (pictures.length === 0) return damaged()
  if (pictures.length > maxPictures) return unreadable(documentMessages.tooManyPictures({ limit: maxPictures }))
  return pictures
}
