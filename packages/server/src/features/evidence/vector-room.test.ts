import { describe, expect, it } from 'vitest'
import { packVectors } from '../../platform/embeddings/vector-bytes.ts'
import type { Namespace, PassageKey } from './evidence.store.ts'
import { createVectorRooms } from './vector-room.ts'

const namespaceOf = (dimension: number, passages: number): Namespace => ({
  embeddingModel: 'test',
  dimension,
  passages,
  updatedAt: new Date(0),
  hasPending: false,
})

/** A store with `count` passages per deal, each with a vector for its position. Records the pages that are read. */
const storeOf = (dimension: number, count: number) => {
  const pages: string[] = []
  const vector = (position: number): Buffer => {
    const values = new Float32Array(dimension)
    values[position % dimension] = 1
    return Buffer.from(values.buffer)
  }
  return {
    pages,
    vectors: async (dealId: string, after: PassageKey | undefined, limit: number) => {
      pages.push(dealId)
      const from = after === undefined ? 0 : after.position + 1
      return Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, n) => ({
        documentId: 'document',
        position: from + n,
        vector: vector(from + n),
      }))
    },
  }
}
const towards = (dimension: number, place: number): Float32Array => {
  const vector = new Float32Array(dimension)
  vector[place] = 1
  return vector
}

const roomsOf = (store: ReturnType<typeof storeOf>) => createVectorRooms({ store, isPerSentence: false })

describe('vectors of a deal', () => {
  it('keeps the vectors of several sentences of a passage, and ranks by the best one', async () => {
    const sentences = [towards(4, 0), towards(4, 1)]
    const rows = [
      { documentId: 'a', position: 0, vector: packVectors(sentences, true) },
      { documentId: 'b', position: 0, vector: packVectors([Float32Array.of(0, 1, 1, 0)], true) },
    ]
    const rooms = createVectorRooms({ store: { vectors: async () => rows }, isPerSentence: true })
    const near = await rooms.nearness('deal', namespaceOf(4, 2), towards(4, 1))
    expect(near.of({ documentId: 'a', position: 0 })).toEqual([0, 1])
    expect(near.of({ documentId: 'b', position: 0 })?.[0]).toBeCloseTo(Math.SQRT1_2, 5)
    expect(near.nearest(2, () => true).map(({ documentId }) => documentId)).toEqual(['a', 'b'])
  })

  it('compares all vectors, including those of later pages and those added after the count', async () => {
    const store = storeOf(2_000, 1_203)
    const near = await roomsOf(store).nearness('deal', namespaceOf(2_000, 1_100), towards(2_000, 1_202))
    const key = { documentId: 'document', position: 1_202 }
    expect(near.nearest(1, () => true)).toEqual([key])
    expect(near.of(key)).toEqual([1])
    expect(near.nearest(1, ({ position }) => position < 9)).not.toEqual([key])
  })

  it('gives way to the event loop between pages of vectors', async () => {
    const store = storeOf(4, 5_000)
    let turns = 0
    const count = () => {
      turns += 1
      ticking = setImmediate(count)
    }
    let ticking = setImmediate(count)
    await roomsOf(store).nearness('deal', namespaceOf(4, 5_000), towards(4, 0))
    clearImmediate(ticking)
    expect(turns).toBeGreaterThanOrEqual(9)
  })

  it('loads no more vectors than fit into the shared memory limit', async () => {
    // 512 vectors of 256 KiB fit: one page of 500 and part of the next.
    const store = storeOf(65_536, 1_500)
    const near = await roomsOf(store).nearness('deal', namespaceOf(65_536, 1_500), towards(65_536, 0))
    expect(near.spread().count).toBe(512)
  })

  it('evicts the vectors of the least recently searched deal', async () => {
    const store = storeOf(65_536, 200)
    const rooms = roomsOf(store)
    const ask = (deal: string) => rooms.nearness(deal, namespaceOf(65_536, 200), towards(65_536, 0))
    for (const deal of ['first', 'second', 'first', 'third']) await ask(deal)
    store.pages.length = 0
    await ask('first')
    expect(store.pages).toEqual([])
    await ask('second')
    expect(store.pages).toEqual(['second'])
  })
})
