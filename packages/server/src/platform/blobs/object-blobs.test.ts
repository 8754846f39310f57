import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { blobsContract, contentOf, listed, sha256Of } from './blobs.contract.ts'
import { startObjectStore } from './fixtures/object-store.mjs'
import { createObjectBlobs, type ObjectBlobs } from './object-blobs.ts'

const roomy = { maxBytes: 10_000_000 }
let root: string
let tempFolder: string
let server: Awaited<ReturnType<typeof startObjectStore>>
const opened: ObjectBlobs[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'object-blobs-'))
  server = await startObjectStore({ folder: join(root, 'store') })
})
afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  tempFolder = await mkdtemp(join(root, 'temp-'))
})
afterEach(async () => {
  server.breakWith(undefined)
  for (const blobs of opened.splice(0)) await blobs.close()
})

const pauses: number[] = []
let stores = 0
/** A store of its own: another prefix in the same bucket. */
const open = async (place: Partial<typeof server.place> = {}) => {
  const prefix = `store-${++stores}/`
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds)
  const blobs = await createObjectBlobs({ place: { ...server.place, prefix, ...place }, tempFolder, sleep })
  opened.push(blobs)
  return blobs
}

const status =
  (code: number, name: string, times = Number.POSITIVE_INFINITY) =>
  (_request: IncomingMessage, response: ServerResponse): boolean => {
    if (times-- <= 0) return false
    response.writeHead(code, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${name}</Code><Message>not now</Message></Error>`)
    return true
  }

blobsContract('Blobs in an object store', async () => ({
  blobs: await open(),
  remains: async () => (await readdir(tempFolder)).length,
}))

describe('blobs in an object store', () => {
  test('signs an upload with the hash of its content, so that the store rejects anything else', async () => {
    const blobs = await open()
    server.requests.length = 0
    const { sha256 } = await blobs.put(randomBytes(100), roomy)
    expect(server.requests.map(({ method, headers }) => [method, headers['x-amz-content-sha256']])).toEqual([
      ['PUT', sha256],
    ])
  })

  test('lists more blobs than fit into one answer, page by page and each once', async () => {
    const blobs = await open()
    const contents = Array.from({ length: 505 }, (_, number) => Buffer.from(String(number)))
    for (let from = 0; from < contents.length; from += 50)
      await Promise.all(contents.slice(from, from + 50).map((content) => blobs.put(content, roomy)))
    const pages: number[] = []
    const names: string[] = []
    for await (const page of blobs.list()) {
      pages.push(page.length)
      names.push(...page.map(({ sha256 }) => sha256))
    }
    expect(pages).toEqual([500, 5])
    expect(names.sort()).toEqual(contents.map(sha256Of).sort())
  })

  test('neither lists nor touches what else is in the bucket', async () => {
    const [ours, theirs] = [await open(), await open()]
    await theirs.put(Buffer.from('of another service'), roomy)
    await ours.put(Buffer.from('ours'), roomy)
    expect(await listed(ours)).toMatchObject([{ sha256: sha256Of(Buffer.from('ours')) }])
  })

  test.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
  ])('tries again with growing pauses after %i %s', async (code, name) => {
    const blobs = await open()
    const bytes = randomBytes(300_000)
    pauses.length = 0
    server.breakWith(status(code, name, 3))
    const { sha256 } = await blobs.put(bytes, roomy)
    expect(bytes.equals(await contentOf(blobs, sha256))).toBe(true)
    expect(pauses).toHaveLength(3)
    // Each pause is between half and one and a half times its base, which doubles.
    for (const [place, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(100 * 2 ** place)
      expect(pause).toBeLessThanOrEqual(300 * 2 ** place)
    }
  })

  test('counts as unavailable after four attempts, and stores nothing', async () => {
    const blobs = await open()
    server.requests.length = 0
    server.breakWith(status(503, 'SlowDown'))
    await expect(blobs.put(randomBytes(10), roomy)).rejects.toThrow(StoreUnavailable)
    expect(server.requests).toHaveLength(4)
    server.breakWith(undefined)
    expect(await listed(blobs)).toEqual([])
    expect(await readdir(tempFolder)).toEqual([])
  })

  test('counts as unavailable with wrong keys, does not insist, and keeps the keys out of the error', async () => {
    const blobs = await open({ secretAccessKey: 'not-the-secret-of-this-store' })
    server.requests.length = 0
    const error: unknown = await blobs.size(sha256Of(Buffer.from('x'))).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(server.requests).toHaveLength(1)
    const put: unknown = await blobs.put(randomBytes(10), roomy).catch((reason: unknown) => reason)
    expect(inspect(put, { depth: 10 })).toContain('403 SignatureDoesNotMatch')
    expect(inspect([error, put], { depth: 10, showHidden: true })).not.toMatch(/not-the-secret|AWS4-HMAC|Signature=/)
  })

  test('continues a download that breaks off where it stopped', async () => {
    const blobs = await open()
    const bytes = randomBytes(2_000_000)
    const { sha256 } = await blobs.put(bytes, roomy)
    server.requests.length = 0
    let breaks = 2
    server.breakWith(({ method }, response) => {
      if (method !== 'GET' || breaks-- <= 0) return false
      const { write } = response
      let written = 0
      response.write = ((chunk: Buffer, ...rest: []) => {
        written += chunk.length
        if (written > 500_000) response.destroy()
        return Reflect.apply(write, response, [chunk, ...rest])
      }) as typeof response.write
      return false
    })
    expect(sha256Of(await contentOf(blobs, sha256, { start: 7 }))).toBe(sha256Of(bytes.subarray(7)))
    expect(server.requests).toHaveLength(3)
    expect(server.requests.map(({ headers }) => headers.range)[0]).toBe('bytes=7-')
  })

  test('gives up a download that breaks off again and again without a byte', async () => {
    const blobs = await open()
    const { sha256 } = await blobs.put(randomBytes(100_000), roomy)
    server.breakWith((_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.flushHeaders()
      setImmediate(() => response.destroy())
      return true
    })
    await expect(contentOf(blobs, sha256)).rejects.toThrow(StoreUnavailable)
  })

  test('lets the connection go when a download is abandoned before it is read', async () => {
    const blobs = await open()
    const { sha256 } = await blobs.put(randomBytes(5_000_000), roomy)
    let left: Promise<unknown> | undefined
    server.breakWith((_request, response) => {
      left = new Promise((resolve) => response.once('close', resolve))
      return false
    })
    ;(await blobs.open(sha256))?.destroy()
    await left
  })

  test('is reachable or not, and what was stored before an outage is there after it', async () => {
    const blobs = await open()
    await blobs.ping()
    const kept = new Map<string, Buffer>()
    for (let number = 0; number < 5; number++) {
      const bytes = randomBytes(50_000)
      kept.set((await blobs.put(bytes, roomy)).sha256, bytes)
    }
    await server.stop()
    await expect(blobs.ping()).rejects.toThrow(StoreUnavailable)
    await expect(blobs.put(randomBytes(10), roomy)).rejects.toThrow(StoreUnavailable)
    await expect(blobs.open([...kept.keys()][0] ?? '')).rejects.toThrow(StoreUnavailable)
    await expect(listed(blobs)).rejects.toThrow(StoreUnavailable)
    await server.start()
    await blobs.ping()
    expect((await listed(blobs)).map(({ sha256 }) => sha256).sort()).toEqual([...kept.keys()].sort())
    for (const [sha256, bytes] of kept) expect(bytes.equals(await contentOf(blobs, sha256))).toBe(true)
  })

  test('acknowledges no upload that an outage interrupts, and loses none that it acknowledged', async () => {
    const blobs = await open()
    const acknowledged: string[] = []
    let refused = 0
    const upload = async (number: number): Promise<void> => {
      const bytes = createHash('sha512').update(String(number)).digest()
      try {
        acknowledged.push((await blobs.put(Buffer.concat(Array(2_000).fill(bytes)), roomy)).sha256)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        refused += 1
      }
    }
    const uploads = Array.from({ length: 20 }, (_, number) => upload(number))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(0)
    await server.stop()
    await Promise.all(uploads)
    await expect(blobs.put(randomBytes(10), roomy)).rejects.toThrow(StoreUnavailable)
    await server.start()
    expect(acknowledged.length + refused).toBe(20)
    for (const sha256 of acknowledged) expect(sha256Of(await contentOf(blobs, sha256))).toBe(sha256)
  })

  test('removes local leftovers older than a day at startup and keeps younger ones', async () => {
    for (const name of ['old', 'young']) await writeFile(join(tempFolder, name), 'half an upload')
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    await utimes(join(tempFolder, 'old'), twoDaysAgo, twoDaysAgo)
    await open()
    expect(await readdir(tempFolder)).toEqual(['young'])
  })
})
