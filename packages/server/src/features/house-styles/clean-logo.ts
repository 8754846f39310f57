import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { maxLogoBytes, maxLogoSide } from '@deal-canvas/contract'
import { houseStyleMessages as messages } from '../../messages/house-styles.ts'

const inflated = promisify(inflate)

/** The image without metadata, or why it cannot be a logo. */
export type CleanLogo = { bytes: Uint8Array } | { problem: string }

/**
 * Checks the whole image, not only its head: writers of PDF and Word copy it into their files, and readers of these
 * files would decode whatever it holds. Metadata can name people and places, and is removed.
 */
export const cleanLogo = async (given: Uint8Array): Promise<CleanLogo> => {
  if (given.length > maxLogoBytes) return { problem: messages.tooLarge({ limit: maxLogoBytes / 1024 }) }
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const clean = isPng(bytes) ? await cleanPng(bytes) : cleanJpeg(bytes)
  return typeof clean === 'string' ? { problem: clean } : { bytes: clean }
}

const sizeProblem = (width: number, height: number): string | undefined => {
  if (width === 0 || height === 0) return messages.damaged()
  return width > maxLogoSide || height > maxLogoSide
    ? messages.tooManyPixels({ width, height, limit: maxLogoSide })
    : undefined
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(pngStart)

/** Values of a pixel by color type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** All other chunks are metadata. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** The kept chunks in order; undefined if the file is not a sequence of whole chunks. */
const chunksOf = (bytes: Buffer): { type: string; content: Buffer; whole: Buffer }[] | undefined => {
  const chunks: { type: string; content: Buffer; whole: Buffer }[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (keptChunks.has(type))
      chunks.push({ type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

const cleanPng = async (bytes: Buffer): Promise<Uint8Array | string> => {
  const chunks = chunksOf(bytes)
  const head = chunks?.[0]
  if (chunks === undefined || head?.type !== 'IHDR' || head.content.length !== 13) return messages.damaged()
  const [width, height] = [head.content.readUInt32BE(0), head.content.readUInt32BE(4)]
  const [depth = 0, color = 0, , , interlaced] = head.content.subarray(8)
  const values = channels[color]
  const problem = sizeProblem(width, height)
  if (problem !== undefined) return problem
  if (values === undefined || ![1, 2, 4, 8, 16].includes(depth)) return messages.damaged()
  if (depth === 16 || interlaced !== 0) return messages.unusualPng()
  if (color === 3 && chunks.every(({ type }) => type !== 'PLTE')) return messages.damaged()
  const size = height * (1 + Math.ceil((width * values * depth) / 8))
  const packed = Buffer.concat(chunks.flatMap(({ type, content }) => (type === 'IDAT' ? [content] : [])))
  // Not to be inflated further than the pixels that the head announces.
  const pixels = await inflated(packed, { maxOutputLength: size }).catch(() => undefined)
  if (pixels?.length !== size) return messages.damaged()
  return Buffer.concat([pngStart, ...chunks.map(({ whole }) => whole)])
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Comments and the segments of applications, but for the two that say how colors are meant. */
const isMetadata = (marker: number): boolean =>
  marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && marker !== 0xe0 && marker !== 0xee)
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** The end of the compressed data that starts here: the next marker. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

const cleanJpeg = (bytes: Buffer): Uint8Array | string => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return messages.notAnImage()
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let hasFrame = false
  let hasScan = false
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) return messages.damaged()
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) {
      kept.push(bytes.subarray(at, at + 2))
      return hasFrame && hasScan ? Buffer.concat(kept) : messages.damaged()
    }
    if (at + 4 > bytes.length) return messages.damaged()
    const length = bytes.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return messages.damaged()
    if (isFrame(marker)) {
      if (length < 8 || hasFrame) return messages.damaged()
      const problem = sizeProblem(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      if (problem !== undefined) return problem
      if (marker > 0xc2 || bytes[at + 4] !== 8 || ![1, 3].includes(bytes[at + 9] ?? 0)) return messages.unusualJpeg()
      hasFrame = true
    }
    if (marker === 0xda) {
      hasScan = true
      end = endOfScan(bytes, end)
    }
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return messages.damaged()
}
