import type { ImageType } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'

/** What the image header contains. */
export interface ImageHead {
  mediaType: ImageType
  width: number
  height: number
}

const ascii = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength ? '' : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

const isBegin = (view: DataView, ...bytes: number[]): boolean =>
  view.byteLength >= bytes.length && bytes.every((byte, at) => view.getUint8(at) === byte)

const readPng = (view: DataView): ImageHead | undefined =>
  view.byteLength >= 33 && ascii(view, 12, 4) === 'IHDR'
    ? { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
    : undefined

/** Markers without a length field after them. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const readJpeg = (view: DataView): ImageHead | undefined => {
  let at = 2
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    // The image data starts or ends without a frame header.
    else if (marker === 0xda || marker === 0xd9) return undefined
    else if (isFrame(marker)) {
      if (at + 9 > view.byteLength) return undefined
      return { mediaType: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    } else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

const threeBytes = (view: DataView, at: number): number =>
  view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16)

const readWebp = (view: DataView): ImageHead | undefined => {
  if (view.byteLength < 30 || ascii(view, 8, 4) !== 'WEBP') return undefined
  const mediaType = 'image/webp'
  switch (ascii(view, 12, 4)) {
    case 'VP8X':
      return { mediaType, width: threeBytes(view, 24) + 1, height: threeBytes(view, 27) + 1 }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      if (view.getUint8(20) !== 0x2f) return undefined
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      if (threeBytes(view, 23) !== 0x2a019d) return undefined
      return { mediaType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}

/**
 * Recognizes an image by its bytes, regardless of its name, or returns why it is rejected. The limit is in pixels per
 * side.
 */
export const readImage = (bytes: Uint8Array, { maxSide }: { maxSide: number }): ImageHead | { problem: string } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = isBegin(view, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    ? readPng(view)
    : isBegin(view, 0xff, 0xd8, 0xff)
      ? readJpeg(view)
      : isBegin(view, 0x52, 0x49, 0x46, 0x46)
        ? readWebp(view)
        : undefined
  if (head === undefined) return { problem: documentMessages.notAnImage() }
  const { width, height } = head
  if (width < 1 || height < 1) return { problem: documentMessages.imageEmpty() }
  if (width > maxSide || height > maxSide)
    return { problem: documentMessages.imageTooLarge({ width, height, max: maxSide }) }
  return head
}
