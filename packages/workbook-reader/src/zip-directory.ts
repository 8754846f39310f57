import { strFromU8 } from 'fflate'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'

/** One part of a package, as listed in the directory at the end of the file. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly declared: number
  readonly checksum: number
  /** Position of its compressed bytes. */
  readonly start: number
  readonly end: number
  /** Whether it only points to another file. */
  readonly isLink: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
/** The Unix mode in the upper half of the attributes. */
const [fileType, linkType] = [0xf000, 0xa000]
const entryBytes = 46
const localBytes = 30
/** Marks a number that needs eight bytes (ZIP64): such a package exceeds the limits anyway. */
const inEightBytes = 0xffffffff

const findEnd = (view: DataView): number => {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - 65_535); at--) if (view.getUint32(at, true) === endSignature) return at
  return unreadable('truncated', messages.directoryMissing())
}

const wholeSize = (view: DataView, at: number): number => {
  const size = view.getUint32(at, true)
  return size === inEightBytes ? unreadable('too_large', messages.tooLarge()) : size
}

/** Overlapping parts are how a zip bomb makes a small file expand many times. */
const refuseOverlaps = (entries: readonly (ZipEntry & { readonly offset: number })[]): void => {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset)
  for (const [place, { end, name }] of inOrder.entries()) {
    const next = inOrder[place + 1]
    if (next !== undefined && next.offset < end)
      unreadable('suspicious_compression', messages.partsOverlap({ part: name, other: next.name }))
  }
}

/** The parts of a package by name. Everything the directory claims is checked against the file. */
export const readZipDirectory = (bytes: Uint8Array, view: DataView, maxEntries: number): Map<string, ZipEntry> => {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) unreadable('too_many_parts', messages.tooManyParts({ max: maxEntries }))
  const entries: (ZipEntry & { offset: number })[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + entryBytes > bytes.length || view.getUint32(at, true) !== entrySignature)
      unreadable('truncated', messages.directoryDamaged())
    const nameLength = view.getUint16(at + 28, true)
    const name = strFromU8(bytes.subarray(at + entryBytes, at + entryBytes + nameLength)).replaceAll('\\', '/')
    if ((view.getUint16(at + 8, true) & 1) === 1) unreadable('encrypted', messages.password())
    const offset = wholeSize(view, at + 42)
    if (offset + localBytes > bytes.length || view.getUint32(offset, true) !== localSignature)
      unreadable('truncated', messages.partMissing({ part: name }))
    const start = offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const stop = start + wholeSize(view, at + 20)
    if (stop > bytes.length) unreadable('truncated', messages.partIncomplete({ part: name }))
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      declared: wholeSize(view, at + 24),
      checksum: view.getUint32(at + 16, true),
      start,
      end: stop,
      isLink: ((view.getUint32(at + 38, true) >>> 16) & fileType) === linkType,
      offset,
    })
    at += entryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  refuseOverlaps(entries)
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  if (byName.size < entries.length) unreadable('malformed', messages.partTwice())
  return byName
}
