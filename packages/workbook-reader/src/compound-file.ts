/** Files of this format begin with these bytes: Office files before 2007, protected ones, and Outlook mails. */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const headerBytes = 512
const entryBytes = 128
const endOfChain = 0xfffffffe
/** More entries are not needed to tell what a file is. */
const maxEntries = 10_000

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  bytes.length >= headerBytes && signature.every((byte, place) => bytes[place] === byte)

/**
 * The names of the streams in a compound file, lower-case. Follows the chain of directory sectors for as many steps as
 * the file has sectors, so that a chain that runs in a circle ends.
 */
export const streamNames = (bytes: Uint8Array): Set<string> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = new Set<string>()
  const shift = view.getUint16(30, true)
  if (shift !== 9 && shift !== 12) return names
  const size = 2 ** shift
  const offsetOf = (sector: number): number => (sector + 1) * size
  const word = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at, true) : endOfChain)
  const perSector = size / 4
  /** The sector after this one, from the table in the sectors that the header lists. */
  const next = (sector: number): number => {
    const table = Math.floor(sector / perSector)
    return table < 109 ? word(offsetOf(word(76 + 4 * table)) + 4 * (sector % perSector)) : endOfChain
  }
  let sector = view.getUint32(48, true)
  for (let steps = bytes.length / size; steps > 0 && sector < endOfChain; steps--) {
    for (let at = offsetOf(sector); at < offsetOf(sector) + size; at += entryBytes) {
      if (at + entryBytes > bytes.length || names.size >= maxEntries) return names
      const length = Math.min(view.getUint16(at + 64, true), 64)
      const letters = Array.from({ length: Math.max(0, length / 2 - 1) }, (_, n) => view.getUint16(at + 2 * n, true))
      const name = String.fromCharCode(...letters)
      if (name !== '') names.add(name.toLowerCase())
    }
    sector = next(sector)
  }
  return names
}
