import type { DocumentKind } from '@deal-canvas/contract'
import { documentMessages } from '../../../messages/documents.ts'
import { readImage } from '../../../platform/images/read-image.ts'
import { isTiff, readTiff, tiffTag } from './tiff.ts'
import { unreadable } from './unreadable.ts'

/** A4 at 600 dpi, or the photo of a phone. A picture takes four bytes a pixel while it is decoded. */
const maxPixels = 50_000_000
const maxSide = 30_000

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(from, to))

const heicBrands = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif)$/

const assertSize = (width: number, height: number): void => {
  if (width < 1 || height < 1) unreadable(documentMessages.imageEmpty())
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    unreadable(documentMessages.tooManyPixels({ width, height, limit: maxPixels / 1e6 }))
}

const isBmp = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 2) === 'BM' && bytes.length >= 54 && [40, 52, 56, 108, 124].includes(bytes[14] ?? 0)

/** A file that was cut off lacks its last part. */
const ends = {
  'image/png': Buffer.from('IEND'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
  'image/webp': undefined,
} as const

const kindsOf = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/**
 * Returns the kind of a picture and how many pages it has, or undefined for another file. Reads nothing but the header,
 * and rejects a picture that would be too large to decode.
 */
export const judgePicture = (bytes: Uint8Array): { kind: DocumentKind; pages: number } | undefined => {
  if (ascii(bytes, 4, 8) === 'ftyp' && heicBrands.test(ascii(bytes, 8, 12))) unreadable(documentMessages.heic())
  if (ascii(bytes, 0, 4) === 'GIF8') unreadable(documentMessages.gif())
  if (isTiff(bytes)) {
    const pictures = readTiff(bytes)
    for (const tags of pictures) assertSize(tags.get(tiffTag.width)?.[0] ?? 0, tags.get(tiffTag.height)?.[0] ?? 0)
    return { kind: 'tiff', pages: pictures.length }
  }
  if (isBmp(bytes)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    assertSize(view.getInt32(18, true), Math.abs(view.getInt32(22, true)))
    return { kind: 'bmp', pages: 1 }
  }
  const isOther = !/^(?:\u0089PNG|\u00ff\u00d8\u00ff|RIFF)/.test(ascii(bytes, 0, 4))
  if (isOther) return undefined
  const head = readImage(bytes, { maxSide: Number.POSITIVE_INFINITY })
  if ('problem' in head) return ascii(bytes, 0, 4) === 'RIFF' ? undefined : unreadable(documentMessages.imageDamaged())
  assertSize(head.width, head.height)
  const end = ends[head.mediaType]
  if (end !== undefined && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(end))
    unreadable(documentMessages.imageCutOff())
  return { kind: kindsOf[head.mediaType], pages: 1 }
}
