import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Sleep } from '../clock.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { type Blobs, type ByteRange, isSha256, requireRange, requireSha256 } from './blobs.ts'
import { removeLeftovers, writeHashed } from './hashed-file.ts'
import { createObjectClient, type ObjectStore } from './object-client.ts'
import { readListing } from './object-listing.ts'

export interface ObjectPlace extends ObjectStore {
  /** Put before every name; empty, or ends with a slash. */
  prefix: string
}

export interface ObjectBlobs extends Blobs {
  /** Fails if the store cannot be used now. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface Deps {
  place: ObjectPlace
  /** On this machine: holds each upload until its hash is known. */
  tempFolder: string
  sleep: Sleep
}

const pageSize = 500

/** How often a download that breaks off is resumed without a byte arriving in between. */
const maxBreaks = 3

/**
 * Blobs as objects `<prefix><sha256>` of an S3-compatible store. An upload is first written to a file on this machine,
 * because its name is its hash. It is then sent in one request, signed with that hash: the store verifies the content and
 * shows it whole or not at all, so that an aborted upload leaves nothing behind in the store.
 */
export const createObjectBlobs = async ({ place, tempFolder, sleep }: Deps): Promise<ObjectBlobs> => {
  await mkdir(tempFolder, { recursive: true, mode: 0o700 })
  await removeLeftovers(tempFolder)
  const client = createObjectClient({ store: place, sleep })

  const keyOf = (sha256: string): string => {
    requireSha256(sha256)
    return `${place.prefix}${sha256}`
  }

  const page = async (query: Record<string, string>, attempts?: number) => {
    const answer = await client.send({
      method: 'GET',
      key: '',
      query: { 'list-type': '2', prefix: place.prefix, ...query },
      answers: [200],
      ...(attempts === undefined ? {} : { attempts }),
    })
    return readListing(
      await text(answer).catch((error: unknown) => {
        throw new StoreUnavailable('object store', error)
      }),
    )
  }

  /** Undefined if there is no such blob; an answer with status 416 if the range begins beyond its end. */
  const read = async (sha256: string, { start, end }: ByteRange): Promise<IncomingMessage | undefined> => {
    const isWhole = start === 0 && end === undefined
    const answer = await client.send({
      method: 'GET',
      key: keyOf(sha256),
      headers: isWhole ? {} : { range: `bytes=${start}-${end ?? ''}` },
      answers: [200, 206, 404, 416],
    })
    if (answer.statusCode !== 404) return answer
    answer.resume()
    return undefined
  }

  return {
    async put(source, { maxBytes, beforeNaming }) {
      const temp = join(tempFolder, randomUUID())
      try {
        const written = await writeHashed(temp, source, maxBytes)
        await beforeNaming?.(written)
        // Also over an identical blob: this resets its age, so that the garbage collector leaves it alone.
        const answer = await client.send({
          method: 'PUT',
          key: keyOf(written.sha256),
          body: { ...written, read: () => createReadStream(temp) },
          answers: [200],
        })
        answer.resume()
        return written
      } finally {
        await rm(temp, { force: true })
      }
    },

    async open(sha256, range = { start: 0 }) {
      requireRange(range)
      const first = await read(sha256, range)
      return first && resumable(first, range, (rest) => read(sha256, rest))
    },

    async size(sha256) {
      const answer = await client.send({ method: 'HEAD', key: keyOf(sha256), answers: [200, 404] })
      answer.resume()
      return answer.statusCode === 404 ? undefined : Number(answer.headers['content-length'])
    },

    async delete(sha256) {
      const answer = await client.send({ method: 'DELETE', key: keyOf(sha256), answers: [200, 204, 404] })
      answer.resume()
    },

    async *list() {
      let next: string | undefined
      do {
        const { objects, next: following } = await page({
          'max-keys': String(pageSize),
          ...(next === undefined ? {} : { 'continuation-token': next }),
        })
        const blobs = objects.flatMap(({ key, size, storedAt }) => {
          const sha256 = key.slice(place.prefix.length)
          return isSha256(sha256) ? [{ sha256, size, storedAt }] : []
        })
        if (blobs.length > 0) yield blobs
        next = following
      } while (next !== undefined)
    },

    removeLeftovers: () => removeLeftovers(tempFolder),

    ping: async () => {
      await page({ 'max-keys': '1' }, 1)
    },

    close: async () => client.close(),
  }
}

/** A stream of the answer that continues where it stopped when the connection breaks or the reader was slow. */
const resumable = (
  first: IncomingMessage,
  { start, end }: ByteRange,
  again: (rest: ByteRange) => Promise<IncomingMessage | undefined>,
): Readable => {
  let answer = first
  let breaks = 0
  const resume = async (from: number, error: unknown): Promise<void> => {
    breaks += 1
    if (breaks > maxBreaks) throw new StoreUnavailable('object store', error)
    const next = await again({ start: from, end })
    if (next === undefined) throw new StoreUnavailable('object store', error)
    answer = next
  }
  const bytes = async function* () {
    if (answer.statusCode === 416) return
    const expected = Number(first.headers['content-length'])
    let arrived = 0
    while (arrived < expected) {
      try {
        for await (const chunk of answer) {
          arrived += (chunk as Buffer).length
          breaks = 0
          yield chunk
        }
        if (arrived < expected) throw new Error(`${expected - arrived} bytes are missing`)
      } catch (error) {
        await resume(start + arrived, error)
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false })
  // A stream that is destroyed before it is read never starts the generator, which would keep the connection.
  return stream.once('close', () => {
    if (!answer.complete) answer.destroy()
    else answer.resume()
  })
}
