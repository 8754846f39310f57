import { strFromU8 } from 'fflate'
import { unreadable } from './unreadable.ts'

/** One part of a package, as the list at the end of the file has it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly declared: number
  readonly checksum: number
  /** Where its packed bytes lie. */
  readonly start: number
  readonly end: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
/** What stands in place of a number that needs eight bytes: such a package is larger than any that is read. */
const inEightBytes = 0xffffffff

const findEnd = (view: DataView): number => {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - 65_535); at--) if (view.getUint32(at, true) === endSignature) return at
  return unreadable('truncated', 'The file is cut off: its list of parts is missing')
}

const wholeSize = (view: DataView, at: number): number => {
  const size = view.getUint32(at, true)
  return size === inEightBytes ? unreadable('too_large', 'The contents of the file are too large') : size
}

/** Two parts that share bytes are how a small file is made to hold many times itself. */
const refuseOverlaps = (entries: readonly (ZipEntry & { readonly offset: number })[]): void => {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset)
  for (const [place, { end, name }] of inOrder.entries()) {
    const next = inOrder[place + 1]
    if (next !== undefined && next.offset < end)
      unreadable('suspicious_compression', `The parts ${name} and ${next.name} of the file overlap`)
  }
}

/** The parts of a package by their names. What any of them says about itself is checked against the file. */
export const readZipDirectory = (bytes: Uint8Array, view: DataView, maxEntries: number): Map<string, ZipEntry> => {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) unreadable('too_many_parts', `The file has more than ${maxEntries} parts`)
  const entries: (ZipEntry & { offset: number })[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + entryBytes > bytes.length || view.getUint32(at, true) !== entrySignature)
      unreadable('truncated', 'The list of parts of the file is broken')
    const nameLength = view.getUint16(at + 28, true)
    const name = strFromU8(bytes.subarray(at + entryBytes, at + entryBytes + nameLength)).replaceAll('\\', '/')
    if ((view.getUint16(at + 8, true) & 1) === 1) unreadable('encrypted', 'The file is protected by a password')
    const offset = wholeSize(view, at + 42)
    if (offset + localBytes > bytes.length || view.getUint32(offset, true) !== localSignature)
      unreadable('truncated', `The part ${name} is missing`)
    const start = offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const stop = start + wholeSize(view, at + 20)
    if (stop > bytes.length) unreadable('truncated', `The part ${name} is cut off`)
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      declared: wholeSize(view, at + 24),
      checksum: view.getUint32(at + 16, true),
      start,
      end: stop,
      offset,
    })
    at += entryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  refuseOverlaps(entries)
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  if (byName.size < entries.length) unreadable('malformed', 'The file has two parts of the same name')
  return byName
}
