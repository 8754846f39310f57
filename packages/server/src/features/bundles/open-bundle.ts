import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import type { TSchema } from '@deal-canvas/contract'
import { type Check, compile, createReport } from '@deal-canvas/fastapi-validation'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { bundleMessages as messages } from '../../messages/bundles.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import { createVerifier, fingerprintOf } from '../audit-trail/index.ts'
import { BundleProblem } from './bundle-problem.ts'
import {
  blobPart,
  bundleVersion,
  hashManifest,
  Manifest,
  ManifestSignature,
  partNames,
  type ManifestSignature as Signature,
} from './manifest.ts'

const maxManifestBytes = 8 * 2 ** 20
const maxUnpackedBytes = 2 ** 30
const maxEntries = 25_000

/** Reads ranges of a stored blob. */
class BlobReader extends RandomAccessReader {
  readonly #open: (range: { start: number; end: number }) => Promise<Readable | undefined>

  constructor(open: (range: { start: number; end: number }) => Promise<Readable | undefined>) {
    super()
    this.#open = open
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough()
    this.#open({ start, end: end - 1 })
      .then((stream) => {
        if (stream === undefined) return through.destroy(new BundleProblem(messages.gone()))
        stream.on('error', (error) => through.destroy(error))
        through.on('close', () => stream.destroy())
        return stream.pipe(through)
      })
      .catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error('A blob cannot be read')))
    return through
  }
}

const compileModel = (schema: TSchema, name: string): Check => compile(schema, 'json', name)

const checkManifest = compileModel(Manifest, 'manifest')
const checkSignature = compileModel(ManifestSignature, 'manifest signature')

/** A part of a bundle as it was listed. */
interface Listed {
  name: string
  bytes: number
  sha256: string
}

export interface OpenBundle {
  manifest: Manifest
  publicKey: string
  fingerprint: string
  /** The content of a part. Fails at its end if it is not exactly as listed. */
  read(part: Listed): AsyncIterable<Uint8Array>
  close(): void
}

const judged = <Result>(check: Check, value: unknown): Result => {
  const report = createReport()
  const result = report.at('bundle', check, value)
  if (report.failures.length > 0) throw new BundleProblem(messages.noManifest())
  return result as Result
}

const readAll = async (stream: AsyncIterable<Uint8Array>, max: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > max) throw new BundleProblem(messages.noManifest())
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What a damaged zip throws is about its bytes; what the store throws is about the store. */
const asProblem = (error: unknown): unknown =>
  error instanceof BundleProblem || (error instanceof Error && 'code' in error && !isZlib(error))
    ? error
    : new BundleProblem(messages.noZip(), { cause: error })

const isZlib = (error: Error & { code?: unknown }): boolean => String(error.code).startsWith('Z_')

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > maxEntries) throw new BundleProblem(messages.noZip())
  const entries = new Map<string, Entry>()
  let unpacked = 0
  // Names are only compared: no file is ever written under one.
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    if (unpacked > maxUnpackedBytes) throw new BundleProblem(messages.tooMuch({ limit: maxUnpackedBytes / 2 ** 20 }))
    if (entry.isEncrypted() || entries.has(entry.fileName)) throw new BundleProblem(messages.noZip())
    entries.set(entry.fileName, entry)
  }
  return entries
}

const assertListed = ({ parts, blobs }: Manifest, entries: ReadonlyMap<string, Entry>): void => {
  const listed = [...parts.map(({ name }) => name), ...blobs.map(({ sha256 }) => blobPart(sha256))]
  const known = new Set([...listed, partNames.manifest, partNames.signature])
  for (const name of listed) if (!entries.has(name)) throw new BundleProblem(messages.partMissing({ name }))
  if (known.size !== listed.length + 2) throw new BundleProblem(messages.noManifest())
  for (const name of entries.keys())
    if (!known.has(name)) throw new BundleProblem(messages.unlisted({ name: name.slice(0, 100) }))
}

/**
 * Opens a bundle: reads and verifies its manifest, and nothing else. Everything in it is untrusted; that its signature
 * fits says only that it is as the holder of its key exported it.
 */
export const openBundle = async (
  blobs: Pick<Blobs, 'open'>,
  { sha256, size, schema }: { sha256: string; size: number; schema: string },
): Promise<OpenBundle> => {
  const reader = new BlobReader((range) => blobs.open(sha256, range))
  const zip = await fromRandomAccessReaderPromise(reader, size, { autoClose: false }).catch((error: unknown) => {
    throw asProblem(error)
  })
  try {
    const entries = await entriesOf(zip)
    const bytesOf = async (name: string): Promise<Buffer> => {
      const entry = entries.get(name)
      if (entry === undefined) throw new BundleProblem(messages.noManifest())
      return readAll(await zip.openReadStreamPromise(entry), maxManifestBytes)
    }
    const bytes = await bytesOf(partNames.manifest)
    const { public_key: publicKey, signature } = judged<Signature>(
      checkSignature,
      parseJson(await bytesOf(partNames.signature)),
    )
    const fingerprint = fingerprintOf(publicKey)
    if (fingerprint === undefined || !(await createVerifier(publicKey).isGood(hashManifest(bytes), signature)))
      throw new BundleProblem(messages.forgedManifest())
    const given = parseJson(bytes)
    const version = Number(Object(given).version)
    if (Number.isInteger(version) && version !== bundleVersion)
      throw new BundleProblem(messages.version({ version, known: bundleVersion }))
    const manifest = judged<Manifest>(checkManifest, given)
    if (manifest.schema > schema) throw new BundleProblem(messages.newerSchema())
    assertListed(manifest, entries)

    const read = async function* ({ name, bytes: wanted, sha256: digest }: Listed): AsyncIterable<Uint8Array> {
      const entry = entries.get(name)
      if (entry?.uncompressedSize !== wanted) throw new BundleProblem(messages.partChanged({ name }))
      const hash = createHash('sha256')
      // Stops at the listed size, whatever the packed bytes unpack to.
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
      if (hash.digest('hex') !== digest) throw new BundleProblem(messages.partChanged({ name }))
    }
    return {
      manifest,
      publicKey,
      fingerprint,
      read: async function* (part) {
        try {
          yield* read(part)
        } catch (error) {
          throw asProblem(error)
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw asProblem(error)
  }
}

const parseJson = (bytes: Buffer): unknown => {
  const read = readBoundedJson(bytes.toString('utf8'), { maxBytes: maxManifestBytes, maxDepth: 10 })
  if (!read.ok) throw new BundleProblem(messages.noManifest())
  return read.value
}
