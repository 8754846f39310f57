import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'

/** Files of this format begin with these bytes: Office files before 2007, protected ones, and Outlook mails. */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const headerBytes = 512
const entryBytes = 128
const endOfChain = 0xfffffffe
/** The highest number that names a sector; above it are marks. */
const maxSector = 0xfffffffa
/** Sectors of the table that the header names; others are listed in sectors of their own. */
const listedInHeader = 109
/** More entries are not needed to tell what a file is. */
const maxEntries = 10_000

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  bytes.length >= headerBytes && signature.every((byte, place) => bytes[place] === byte)

const damaged = (): never => unreadable('malformed', messages.compoundDamaged())

/** The sectors of a compound file and how they follow each other; undefined if they have no valid size. */
const openSectors = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shift = view.getUint16(30, true)
  if (shift !== 9 && shift !== 12) return undefined
  const size = 2 ** shift
  const count = Math.ceil(bytes.length / size)
  const perSector = size / 4
  const offsetOf = (sector: number): number => (sector + 1) * size
  const word = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at, true) : endOfChain)
  const tables = Array.from({ length: listedInHeader }, (_, n) => word(76 + 4 * n))
  let more = word(68)
  for (let left = word(72); left > 0 && more <= maxSector; left--) {
    if (left > count) damaged()
    for (let n = 0; n < perSector - 1; n++) tables.push(word(offsetOf(more) + 4 * n))
    more = word(offsetOf(more) + 4 * (perSector - 1))
  }
  const next = (sector: number): number => {
    const table = tables[Math.floor(sector / perSector)] ?? endOfChain
    return table <= maxSector ? word(offsetOf(table) + 4 * (sector % perSector)) : endOfChain
  }
  return { view, size, count, offsetOf, next }
}

type Sectors = NonNullable<ReturnType<typeof openSectors>>

/**
 * Rejects sectors that follow two others: only then can a chain run in a circle, which programs follow without end.
 */
const refuseCircles = ({ count, next }: Sectors): Uint8Array => {
  const isFollowing = new Uint8Array(count)
  for (let sector = 0; sector < count; sector++) {
    const after = next(sector)
    if (after > maxSector || after >= count) continue
    if (isFollowing[after] === 1) damaged()
    isFollowing[after] = 1
  }
  return isFollowing
}

/** The names of the streams in a compound file, lower-case. Rejects a file whose sectors run in a circle. */
export const streamNames = (bytes: Uint8Array): Set<string> => {
  const sectors = openSectors(bytes)
  const names = new Set<string>()
  if (sectors === undefined) return names
  const { view, size, offsetOf, next } = sectors
  const isFollowing = refuseCircles(sectors)
  const first = view.getUint32(48, true)
  // A chain that begins in a circle would have a sector before its first one.
  if (isFollowing[first] === 1) damaged()
  for (let sector = first; sector <= maxSector; sector = next(sector)) {
    for (let at = offsetOf(sector); at < offsetOf(sector) + size; at += entryBytes) {
      if (at + entryBytes > bytes.length || names.size >= maxEntries) return names
      const length = Math.min(view.getUint16(at + 64, true), 64)
      const letters = Array.from({ length: Math.max(0, length / 2 - 1) }, (_, n) => view.getUint16(at + 2 * n, true))
      const name = String.fromCharCode(...letters)
      const isLargeStream = view.getUint8(at + 66) === 2 && view.getUint32(at + 120, true) >= 4_096
      if (isLargeStream && isFollowing[view.getUint32(at + 116, true)] === 1) damaged()
      if (name !== '') names.add(name.toLowerCase())
    }
  }
  return names
}
