import { Inflate } from 'fflate'
import { createChecksum } from './checksum.ts'
import { UnreadableWorkbook, unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

/** Size limits of a workbook. */
export interface ZipLimits {
  readonly entries: number
  /** Total inflated size of all XML parts; images and other parts are never inflated. */
  readonly bytes: number
  /** Maximum compression ratio of the whole file; parts below ten megabytes in total are exempt. */
  readonly ratio: number
}

export const zipLimits: ZipLimits = { entries: 5_000, bytes: 128 * 1024 * 1024, ratio: 100 }

/**
 * The parts of a package by name, case-insensitive. A part is inflated in chunks on request, never beyond its declared
 * size; other parts are never inflated.
 */
export interface Zip {
  has(name: string): boolean
  /** The names of all parts, as they are written. */
  names(): string[]
  isLink(name: string): boolean
  /** Declared size of a part; 0 if there is none of that name. */
  sizeOf(name: string): number
  /** Passes the bytes of a part on in chunks that are only valid during the call; false if there is no such part. */
  read(name: string, take: (piece: Uint8Array) => void): boolean
}

const freeBytes = 10 * 1024 * 1024
const packedPiece = 16 * 1024
const plainPiece = 256 * 1024
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]
const isXml = /\.(xml|rels|vml)$/i
const localSignature = 0x04034b50

/**
 * Opens a package and checks it before anything is inflated: the number of parts, their declared sizes, the compression
 * ratio and overlaps. Common workbook readers skip these checks, so a small file could exhaust the memory.
 */
export const openZip = (bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (compoundFile.every((byte, place) => bytes[place] === byte))
    unreadable('encrypted', messages.passwordOrOldFormat())
  if (bytes.length < 22 || view.getUint32(0, true) !== localSignature)
    unreadable('not_a_workbook', messages.notAWorkbook())
  const entries = readZipDirectory(bytes, view, limits.entries)
  const sizeOfAll = (list: readonly ZipEntry[]): number => list.reduce((sum, { declared }) => sum + declared, 0)
  const all = [...entries.values()]
  const total = sizeOfAll(all)
  if (total > freeBytes && total > bytes.length * limits.ratio)
    unreadable('suspicious_compression', messages.compression())
  if (sizeOfAll(all.filter(({ name }) => isXml.test(name))) > limits.bytes) unreadable('too_large', messages.tooLarge())

  return {
    has: (name) => entries.has(name.toLowerCase()),
    names: () => all.map(({ name }) => name),
    isLink: (name) => entries.get(name.toLowerCase())?.isLink ?? false,
    sizeOf: (name) => entries.get(name.toLowerCase())?.declared ?? 0,
    read: (name, take) => {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) return false
      const packed = bytes.subarray(entry.start, entry.end)
      const checksum = createChecksum()
      const check = (piece: Uint8Array): void => {
        checksum.add(piece)
        take(piece)
      }
      if (entry.method === 8) inflate(entry, packed, check)
      else if (entry.method === 0) copy(entry, packed, check)
      else unreadable('malformed', messages.partCompression({ part: name }))
      // Without the checksum, a corrupted digit would be read as a valid one.
      if (checksum.value() !== entry.checksum) unreadable('malformed', messages.partDamaged({ part: name }))
      return true
    },
  }
}

/** In chunks, so that a part larger than declared is aborted before it exhausts the memory. */
const inflate = ({ name, declared }: ZipEntry, packed: Uint8Array, take: (piece: Uint8Array) => void): void => {
  let length = 0
  const stream = new Inflate((piece) => {
    length += piece.length
    if (length > declared) unreadable('suspicious_compression', messages.partLarger({ part: name }))
    if (piece.length > 0) take(piece)
  })
  for (let from = 0; from < packed.length; from += packedPiece)
    push(stream, packed.subarray(from, from + packedPiece), from + packedPiece >= packed.length, name)
  if (length < declared) unreadable('malformed', messages.partSmaller({ part: name }))
}

/** Reads an uncompressed part. */
const copy = ({ name, declared }: ZipEntry, packed: Uint8Array, take: (piece: Uint8Array) => void): void => {
  if (packed.length !== declared) unreadable('malformed', messages.partSizeDiffers({ part: name }))
  for (let from = 0; from < packed.length; from += plainPiece) take(packed.subarray(from, from + plainPiece))
}

const push = (stream: Inflate, piece: Uint8Array, isLast: boolean, name: string): void => {
  try {
    stream.push(piece, isLast)
  } catch (error) {
    // Errors of fflate have a code; any other error comes from the consumer of the chunks and must not be hidden.
    if (error instanceof UnreadableWorkbook || !(error instanceof Error && 'code' in error)) throw error
    unreadable('malformed', messages.partNotDecompressed({ part: name }))
  }
}
