import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Blobs, BlobTooLarge, type ByteRange, type ListedBlob } from './blobs.ts'

/** `remains` counts leftovers of unfinished puts, which are not blobs. */
export interface BlobsUnderTest {
  blobs: Blobs
  remains: () => Promise<number>
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const listed = async (blobs: Blobs): Promise<ListedBlob[]> => {
  const all: ListedBlob[] = []
  for await (const page of blobs.list()) all.push(...page)
  return all
}

export const contentOf = async (blobs: Blobs, sha256: string, range?: ByteRange): Promise<Buffer> => {
  const stream = await blobs.open(sha256, range)
  return stream ? buffer(stream) : expect.unreachable(`no blob ${sha256}`)
}

async function* inChunks(chunks: Iterable<Uint8Array>) {
  yield* chunks
}

const roomy = { maxBytes: 10_000_000 }
const absent = sha256Of(Buffer.from('never put'))

/** The tests that every Blobs adapter must pass; `make` returns an empty store. */
export const blobsContract = (name: string, make: () => Promise<BlobsUnderTest>) =>
  describe(name, () => {
    let blobs: Blobs
    let remains: () => Promise<number>
    beforeEach(async () => {
      ;({ blobs, remains } = await make())
    })
    const expectNothingStored = async () => {
      expect(await listed(blobs)).toEqual([])
      expect(await remains()).toBe(0)
    }

    test('returns the bytes that were put, however they were split into chunks', async () => {
      const chunkings = fc.array(fc.uint8Array({ maxLength: 5_000 }), { maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(chunkings, async (chunks) => {
          const whole = Buffer.concat(chunks)
          const stored = await blobs.put(inChunks(chunks), roomy)
          expect(stored).toEqual({ sha256: sha256Of(whole), size: whole.length })
          expect(await blobs.size(stored.sha256)).toBe(whole.length)
          expect(whole.equals(await contentOf(blobs, stored.sha256))).toBe(true)
        }),
        { numRuns: 40 },
      )
    })

    test('stores a byte array the same way as a stream', async () => {
      const bytes = randomBytes(1_000)
      expect(await blobs.put(bytes, roomy)).toEqual(await blobs.put(inChunks([bytes]), roomy))
    })

    test('consumes a chunk before requesting the next one', async () => {
      async function* reusingItsBuffer() {
        const chunk = new Uint8Array(100_000)
        for (const value of [1, 2, 3]) yield chunk.fill(value)
      }
      const { sha256 } = await blobs.put(reusingItsBuffer(), roomy)
      expect(sha256).toBe(sha256Of(Buffer.concat([1, 2, 3].map((value) => Buffer.alloc(100_000, value)))))
      expect(sha256Of(await contentOf(blobs, sha256))).toBe(sha256)
    })

    test('stores the same content once, even when put many times concurrently', async () => {
      const bytes = randomBytes(200_000)
      const halves = [bytes.subarray(0, 100_000), bytes.subarray(100_000)]
      const puts = await Promise.all(Array.from({ length: 10 }, () => blobs.put(inChunks(halves), roomy)))
      expect(new Set(puts.map(({ sha256 }) => sha256))).toEqual(new Set([sha256Of(bytes)]))
      expect(await listed(blobs)).toMatchObject([{ sha256: sha256Of(bytes), size: 200_000 }])
      expect(bytes.equals(await contentOf(blobs, sha256Of(bytes)))).toBe(true)
      expect(await remains()).toBe(0)
    })

    test('accepts exactly maxBytes, rejects one byte more, and stores nothing then', async () => {
      await expect(blobs.put(new Uint8Array(1_001), { maxBytes: 1_000 })).rejects.toThrow(BlobTooLarge)
      await expectNothingStored()
      expect((await blobs.put(new Uint8Array(1_000), { maxBytes: 1_000 })).size).toBe(1_000)
    })

    test('stops reading a source as soon as it is too large', async () => {
      let released = false
      async function* endless() {
        try {
          for (;;) yield new Uint8Array(1_000)
        } finally {
          released = true
        }
      }
      await expect(blobs.put(endless(), { maxBytes: 50_000 })).rejects.toMatchObject({ maxBytes: 50_000 })
      expect(released).toBe(true)
      await expectNothingStored()
    })

    test('passes on the error of a failing source and stores nothing', async () => {
      async function* brokenOff() {
        yield randomBytes(100_000)
        throw new Error('the upload was aborted')
      }
      await expect(blobs.put(brokenOff(), roomy)).rejects.toThrow('the upload was aborted')
      await expectNothingStored()
    })

    test('returns no content and no size for an unknown blob, and deletes it without an error', async () => {
      expect(await blobs.open(absent)).toBeUndefined()
      expect(await blobs.size(absent)).toBeUndefined()
      await blobs.delete(absent)
    })

    test('deletes one blob, keeps the others, and can store the deleted one again', async () => {
      const [gone, kept] = [randomBytes(10), randomBytes(10)]
      await Promise.all([blobs.put(gone, roomy), blobs.put(kept, roomy)])
      await blobs.delete(sha256Of(gone))
      await blobs.delete(sha256Of(gone))
      expect(await blobs.open(sha256Of(gone))).toBeUndefined()
      expect(await listed(blobs)).toMatchObject([{ sha256: sha256Of(kept) }])
      await blobs.put(gone, roomy)
      expect(gone.equals(await contentOf(blobs, sha256Of(gone)))).toBe(true)
    })

    test('returns the first to the last byte of a range and nothing beyond the end', async () => {
      const bytes = randomBytes(1_000)
      const { sha256 } = await blobs.put(bytes, roomy)
      const position = fc.nat({ max: 1_200 })
      await fc.assert(
        fc.asyncProperty(position, fc.option(position, { nil: undefined }), async (start, length) => {
          const end = length === undefined ? undefined : start + length
          const expected = bytes.subarray(start, end === undefined ? undefined : end + 1)
          expect(expected.equals(await contentOf(blobs, sha256, { start, end }))).toBe(true)
        }),
        { numRuns: 40 },
      )
    })

    test.each([{ start: -1 }, { start: 0.5 }, { start: 5, end: 4 }, { start: 0, end: Number.NaN }])(
      'rejects the range %o',
      async (range) => {
        const { sha256 } = await blobs.put(randomBytes(10), roomy)
        await expect(blobs.open(sha256, range)).rejects.toThrow(RangeError)
      },
    )

    test.each([
      ['empty', ''],
      ['a path', '../../../../etc/passwd'],
      ['a path as long as a hash', `${'../'.repeat(21)}a`],
      ['upper-case', absent.toUpperCase()],
      ['too short', absent.slice(1)],
      ['too long', `${absent}0`],
      ['a hash and a line break', `${absent}\n`],
    ])('rejects a name that is %s', async (_what, name) => {
      await expect(blobs.open(name)).rejects.toThrow(TypeError)
      await expect(blobs.size(name)).rejects.toThrow(TypeError)
      await expect(blobs.delete(name)).rejects.toThrow(TypeError)
    })

    test('lists every blob once, with its size and the time it was last put', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => randomBytes(index))
      const before = Date.now()
      await Promise.all(contents.map((content) => blobs.put(content, roomy)))
      const all = await listed(blobs)
      const expected = contents.map((content) => ({ sha256: sha256Of(content), size: content.length }))
      const bySha = (a: { sha256: string }, b: { sha256: string }) => a.sha256.localeCompare(b.sha256)
      expect(all.map(({ sha256, size }) => ({ sha256, size })).sort(bySha)).toEqual(expected.sort(bySha))
      // Some stores record whole seconds only.
      for (const { storedAt } of all) expect(storedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000)
    })
  })
