import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { BundleKey } from '../audit-trail/index.ts'
import type { BundleRowsStore } from './bundle-rows.store.ts'
import { bundledTables, nameOf } from './bundled-tables.ts'
import { blobPart, bundleVersion, hashManifest, type Manifest, partNames, rowsPart } from './manifest.ts'
import { columnsOf } from './table-columns.ts'

interface Deps {
  rows: Pick<BundleRowsStore, 'freeze' | 'schema' | 'head' | 'upgrade' | 'people' | 'pages' | 'blobs'>
  database: Pick<Database, 'transaction'>
  blobs: Pick<Blobs, 'open'>
  key: BundleKey
  now: Clock
}

type Part = Manifest['parts'][number]

/** A file of the zip while it is written: counts and hashes what goes through. */
interface OpenPart {
  write(text: string): Promise<void>
  end(): Part
}

export type WriteBundle = ReturnType<typeof createWriteBundle>

/**
 * Writes a deal as one zip, while it is read. The rows are read in one transaction as of one moment, no faster than
 * they are stored; the manifest comes last, because it has the digests of everything before it.
 */
export const createWriteBundle = ({ rows, database, blobs, key, now }: Deps) => {
  const openPart = (zip: ZipFile, name: string, columns: readonly string[], signal: AbortSignal): OpenPart => {
    const stream = new PassThrough()
    zip.addReadStream(stream, name)
    const hash: Hash = createHash('sha256')
    let [count, bytes] = [0, 0]
    return {
      write: async (text) => {
        const chunk = Buffer.from(text)
        hash.update(chunk)
        bytes += chunk.byteLength
        count += 1
        if (!stream.write(chunk)) await once(stream, 'drain', { signal })
      },
      end: () => {
        stream.end()
        return { name, columns: [...columns], rows: count, bytes, sha256: hash.digest('hex') }
      },
    }
  }

  const writeRows = (zip: ZipFile, dealId: string, signal: AbortSignal) =>
    database.transaction(async () => {
      await rows.freeze()
      const head = await rows.head(dealId)
      if (head === undefined) throw new Error('The deal of an export is gone')
      const parts: Part[] = []
      const people = openPart(zip, partNames.people, ['id', 'name', 'known_as'], signal)
      for (const person of await rows.people(dealId)) await people.write(`${JSON.stringify(person)}\n`)
      parts.push(people.end())
      for (const bundled of bundledTables) {
        const columns = columnsOf(bundled).map(({ name }) => name)
        const part = openPart(zip, rowsPart(nameOf(bundled)), columns, signal)
        for await (const lines of rows.pages(dealId, bundled)) for (const line of lines) await part.write(`${line}\n`)
        parts.push(part.end())
      }
      const { name, entries, headHash, head: signed } = head
      const manifest: Manifest = {
        format: 'deal-canvas.bundle',
        version: bundleVersion,
        schema: await rows.schema(),
        exported_at: now().toISOString(),
        deal_id: dealId,
        deal_name: name,
        parts,
        blobs: await rows.blobs(dealId),
        audit: {
          entries,
          head_hash: headHash,
          head: signed && { at: signed.at.toISOString(), signature: signed.signature },
          upgrade: await rows.upgrade(),
        },
      }
      return manifest
    })

  const writeBlobs = async (zip: ZipFile, files: Manifest['blobs'], signal: AbortSignal): Promise<void> => {
    for (const { sha256 } of files) {
      signal.throwIfAborted()
      const stream = await blobs.open(sha256)
      if (stream === undefined) throw new Error(`A file of the deal is missing: ${sha256}`)
      // Most files are packed already, and packing them again takes time for nothing.
      zip.addReadStream(stream, blobPart(sha256), { compress: false })
      await once(stream, 'close', { signal })
    }
  }

  const writeAll = async (zip: ZipFile, dealId: string, signal: AbortSignal): Promise<void> => {
    const manifest = await writeRows(zip, dealId, signal)
    await writeBlobs(zip, manifest.blobs, signal)
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const signature = {
      public_key: key.publicKey,
      fingerprint: key.fingerprint,
      signature: key.sign(hashManifest(bytes)),
    }
    zip.addBuffer(bytes, partNames.manifest)
    zip.addBuffer(Buffer.from(`${JSON.stringify(signature, null, 2)}\n`), partNames.signature)
    zip.end()
  }

  return (dealId: string, signal: AbortSignal): Readable => {
    const zip = new ZipFile()
    const output = new PassThrough()
    const stopped = new AbortController()
    const both = AbortSignal.any([signal, stopped.signal])
    // A reader that stops must not leave a transaction open behind it.
    output.on('close', () => stopped.abort())
    zip.on('error', (error: Error) => output.destroy(error))
    Readable.from(zip.outputStream).pipe(output)
    writeAll(zip, dealId, both).catch((error: unknown) =>
      output.destroy(error instanceof Error ? error : new Error('A bundle could not be written', { cause: error })),
    )
    return output
  }
}
