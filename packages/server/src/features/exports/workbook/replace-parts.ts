import { crc32, deflateRawSync } from 'node:zlib'

/** New content of parts by name; null: the part is removed. Names that the package does not have are added. */
export type PartChanges = ReadonlyMap<string, Uint8Array | null>

const endSignature = 0x06054b50
const [localBytes, entryBytes, endBytes] = [30, 46, 22]
const deflated = 8
/** Sizes behind the content, which are written before it here. */
const sizesBehind = 0x0008
const utf8Names = 0x0800

interface Packed {
  method: number
  checksum: number
  size: number
  bytes: Uint8Array
}

const pack = (content: Uint8Array): Packed => ({
  method: deflated,
  checksum: crc32(content),
  size: content.length,
  bytes: deflateRawSync(content),
})

const localHeader = (entry: Buffer, name: Uint8Array, packed: Packed): Buffer => {
  const header = Buffer.alloc(localBytes)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(entry.readUInt16LE(6), 4)
  header.writeUInt16LE(entry.readUInt16LE(8), 6)
  header.writeUInt16LE(packed.method, 8)
  header.writeUInt32LE(entry.readUInt32LE(12), 10)
  header.writeUInt32LE(packed.checksum, 14)
  header.writeUInt32LE(packed.bytes.length, 18)
  header.writeUInt32LE(packed.size, 22)
  header.writeUInt16LE(name.length, 26)
  return header
}

/** The entry of a part that the package did not have. */
const newEntry = (name: string): Buffer => {
  const bytes = Buffer.from(name)
  const entry = Buffer.alloc(entryBytes)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(utf8Names, 8)
  // January 1, 1980: zip has no earlier day, and the day of the export is none of the workbook's.
  entry.writeUInt32LE(0x00210000, 12)
  entry.writeUInt16LE(bytes.length, 28)
  return Buffer.concat([entry, bytes])
}

/**
 * Replaces parts of a package. The compressed bytes of all other parts are copied as they are. The package must have
 * been checked by `openZip` before.
 */
export const replaceParts = (given: Uint8Array, changes: PartChanges): Uint8Array => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || bytes.readUInt32LE(end) !== endSignature) throw new Error('The package was not checked before')
  const contents: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let offset = 0

  const put = (entry: Buffer, name: Uint8Array, packed: Packed): void => {
    entry.writeUInt16LE(entry.readUInt16LE(8) & ~sizesBehind, 8)
    entry.writeUInt16LE(packed.method, 10)
    entry.writeUInt32LE(packed.checksum, 16)
    entry.writeUInt32LE(packed.bytes.length, 20)
    entry.writeUInt32LE(packed.size, 24)
    entry.writeUInt32LE(offset, 42)
    const header = localHeader(entry, name, packed)
    contents.push(header, name, packed.bytes)
    entries.push(entry)
    offset += header.length + name.length + packed.bytes.length
  }

  const left = new Map([...changes].map(([name, content]) => [name.toLowerCase(), { name, content }]))
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const length = entryBytes + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    // A copy, because the directory of the original must stay as it is.
    const entry = Buffer.from(bytes.subarray(at, at + length))
    at += length
    const name = entry.subarray(entryBytes, entryBytes + nameLength)
    const key = name.toString('utf8').replaceAll('\\', '/').toLowerCase()
    const change = left.get(key)
    left.delete(key)
    if (change?.content === null) continue
    if (change !== undefined) {
      put(entry, name, pack(change.content))
      continue
    }
    const local = entry.readUInt32LE(42)
    const start = local + localBytes + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    put(entry, name, {
      method: entry.readUInt16LE(10),
      checksum: entry.readUInt32LE(16),
      size: entry.readUInt32LE(24),
      bytes: bytes.subarray(start, start + entry.readUInt32LE(20)),
    })
  }
  for (const { name, content } of left.values())
    if (content !== null) put(newEntry(name), Buffer.from(name), pack(content))

  const directory = Buffer.concat(entries)
  const ending = Buffer.alloc(endBytes)
  ending.writeUInt32LE(endSignature, 0)
  ending.writeUInt16LE(entries.length, 8)
  ending.writeUInt16LE(entries.length, 10)
  ending.writeUInt32LE(directory.length, 12)
  ending.writeUInt32LE(offset, 16)
  return Buffer.concat([...contents, directory, ending])
}
