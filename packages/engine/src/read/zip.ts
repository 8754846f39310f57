import { Inflate } from 'fflate'
import { createChecksum } from './checksum.ts'
import { UnreadableWorkbook, unreadable } from './unreadable.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

/** What a workbook may weigh. */
export interface ZipLimits {
  readonly entries: number
  /** Of all parts together that are XML, inflated; pictures and the like are never inflated. */
  readonly bytes: number
  /** How many times larger than the file its parts may be, beyond the first ten megabytes. */
  readonly ratio: number
}

export const zipLimits: ZipLimits = { entries: 5_000, bytes: 128 * 1024 * 1024, ratio: 100 }

/**
 * The parts of a package by their names, whatever the case of their letters. A part is inflated piece by piece when it
 * is asked for, never beyond what it declares; what nobody asks for is never inflated.
 */
export interface Zip {
  has(name: string): boolean
  /** How large a part says it is; 0: there is none of that name. */
  sizeOf(name: string): number
  /** Hands the bytes of a part over, in pieces that are only lent; false: there is none of that name. */
  read(name: string, take: (piece: Uint8Array) => void): boolean
}

const freeBytes = 10 * 1024 * 1024
const packedPiece = 16 * 1024
const plainPiece = 256 * 1024
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]
const isXml = /\.(xml|rels|vml)$/i
const localSignature = 0x04034b50

/**
 * Opens a package and judges it before anything is inflated: how many parts, how large they say they are, how much
 * larger than the file, whether they overlap. No reader of workbooks does this: a small file could fill the memory.
 */
export const openZip = (bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (compoundFile.every((byte, place) => bytes[place] === byte))
    unreadable('encrypted', 'The file is protected by a password, or is of the format before 2007')
  if (bytes.length < 22 || view.getUint32(0, true) !== localSignature)
    unreadable('not_a_workbook', 'The file is no Excel workbook')
  const entries = readZipDirectory(bytes, view, limits.entries)
  const sizeOfAll = (list: readonly ZipEntry[]): number => list.reduce((sum, { declared }) => sum + declared, 0)
  const all = [...entries.values()]
  const total = sizeOfAll(all)
  if (total > freeBytes && total > bytes.length * limits.ratio)
    unreadable('suspicious_compression', 'The file inflates to far more than a workbook would')
  if (sizeOfAll(all.filter(({ name }) => isXml.test(name))) > limits.bytes)
    unreadable('too_large', 'The contents of the file are too large')

  return {
    has: (name) => entries.has(name.toLowerCase()),
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
      else unreadable('malformed', `The part ${name} is packed in an unknown way`)
      // A digit that was changed on the way would be read as any other.
      if (checksum.value() !== entry.checksum) unreadable('malformed', `The part ${name} is damaged`)
      return true
    },
  }
}

/** Piece by piece, so that a part that is larger than it says is given up before it fills the memory. */
const inflate = ({ name, declared }: ZipEntry, packed: Uint8Array, take: (piece: Uint8Array) => void): void => {
  let length = 0
  const stream = new Inflate((piece) => {
    length += piece.length
    if (length > declared) unreadable('suspicious_compression', `The part ${name} is larger than it says`)
    if (piece.length > 0) take(piece)
  })
  for (let from = 0; from < packed.length; from += packedPiece)
    push(stream, packed.subarray(from, from + packedPiece), from + packedPiece >= packed.length, name)
  if (length < declared) unreadable('malformed', `The part ${name} is smaller than it says`)
}

/** A part that is not packed at all. */
const copy = ({ name, declared }: ZipEntry, packed: Uint8Array, take: (piece: Uint8Array) => void): void => {
  if (packed.length !== declared) unreadable('malformed', `The part ${name} is not as large as it says`)
  for (let from = 0; from < packed.length; from += plainPiece) take(packed.subarray(from, from + plainPiece))
}

const push = (stream: Inflate, piece: Uint8Array, isLast: boolean, name: string): void => {
  try {
    stream.push(piece, isLast)
  } catch (error) {
    // What fflate throws has a number; all else is a fault of whoever takes the pieces, and not to be hidden.
    if (error instanceof UnreadableWorkbook || !(error instanceof Error && 'code' in error)) throw error
    unreadable('malformed', `The part ${name} cannot be unpacked`)
  }
}
