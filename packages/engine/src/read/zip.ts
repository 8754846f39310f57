import { Inflate, strFromU8 } from 'fflate'
import { UnreadableWorkbook, unreadable } from './unreadable.ts'

/** What a workbook may weigh. */
export interface ZipLimits {
  readonly entries: number
  /** Of all parts together, inflated. */
  readonly bytes: number
  /** How many times larger than the file its parts may be, beyond the first ten megabytes. */
  readonly ratio: number
}

export const zipLimits: ZipLimits = { entries: 5_000, bytes: 300 * 1024 * 1024, ratio: 100 }

interface Entry {
  name: string
  method: number
  compressed: number
  declared: number
  offset: number
}

/** The parts of a package by their names, each inflated when it is asked for, never beyond what it declares. */
export interface Zip {
  readonly names: readonly string[]
  read(name: string): Uint8Array | undefined
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const freeBytes = 10 * 1024 * 1024
const chunkBytes = 64 * 1024
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

const findEnd = (view: DataView): number => {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 65_535); at--) if (view.getUint32(at, true) === endSignature) return at
  return unreadable('truncated', 'The file is cut off: its list of parts is missing')
}

const readDirectory = (bytes: Uint8Array, view: DataView, limits: ZipLimits): Entry[] => {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > limits.entries) unreadable('too_many_parts', `The file has more than ${limits.entries} parts`)
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature)
      unreadable('truncated', 'The list of parts of the file is broken')
    const nameLength = view.getUint16(at + 28, true)
    const name = strFromU8(bytes.subarray(at + 46, at + 46 + nameLength))
    if ((view.getUint16(at + 8, true) & 1) === 1) unreadable('encrypted', 'The file is protected by a password')
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      declared: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/**
 * Opens a package and judges it before anything is inflated: how many parts, how large they say they are, how much
 * larger than the file. No reader of workbooks does this: a small file could fill the memory.
 */
export const openZip = (bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (compoundFile.every((byte, place) => bytes[place] === byte))
    unreadable('encrypted', 'The file is protected by a password, or is of the format before 2007')
  if (bytes.length < 22 || view.getUint32(0, true) !== localSignature)
    unreadable('not_a_workbook', 'The file is no Excel workbook')
  const entries = new Map(readDirectory(bytes, view, limits).map((entry) => [entry.name, entry]))
  const total = [...entries.values()].reduce((sum, { declared }) => sum + declared, 0)
  if (total > limits.bytes) unreadable('too_large', 'The contents of the file are too large')
  if (total > freeBytes && total > bytes.length * limits.ratio)
    unreadable('suspicious_compression', 'The file inflates to far more than a workbook would')

  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const { offset, compressed, declared, method } = entry
      if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localSignature)
        unreadable('truncated', `The part ${name} is missing`)
      const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
      const packed = bytes.subarray(start, start + compressed)
      if (packed.length < compressed) unreadable('truncated', `The part ${name} is cut off`)
      if (method === 0) return packed
      if (method !== 8) unreadable('malformed', `The part ${name} is packed in an unknown way`)
      return inflate(name, packed, declared)
    },
  }
}

/** Bit by bit, so that one that is larger than it says is given up before it fills the memory. */
const inflate = (name: string, packed: Uint8Array, declared: number): Uint8Array => {
  const whole = new Uint8Array(declared)
  let at = 0
  const stream = new Inflate((chunk) => {
    if (at + chunk.length > declared) unreadable('suspicious_compression', `The part ${name} is larger than it says`)
    whole.set(chunk, at)
    at += chunk.length
  })
  try {
    for (let from = 0; from < packed.length; from += chunkBytes)
      stream.push(packed.subarray(from, from + chunkBytes), from + chunkBytes >= packed.length)
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error
    unreadable('malformed', `The part ${name} cannot be unpacked`)
  }
  return at === declared ? whole : unreadable('malformed', `The part ${name} is smaller than it says`)
}

/** Unpacks every part once, to see that none is larger than it says; and none holds entities that multiply. */
export const judgeParts = (zip: Zip): void => {
  for (const name of zip.names) {
    const part = zip.read(name)
    if (part === undefined || !/\.(xml|rels|vml)$/i.test(name)) continue
    const head = strFromU8(part.subarray(0, 2_000), true)
    if (/<!(DOCTYPE|ENTITY)/i.test(head)) unreadable('malformed', `The part ${name} declares entities`)
  }
}
