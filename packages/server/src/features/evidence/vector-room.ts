import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { unpackVectors, vectorCount } from '../../platform/embeddings/vector-bytes.ts'
import type { EvidenceStore, Namespace, PassageKey } from './evidence.store.ts'

interface Deps {
  store: Pick<EvidenceStore, 'vectors'>
  isPerSentence: boolean
}

/** The vectors of a deal: those of one passage follow each other. */
interface Room {
  keys: PassageKey[]
  places: ReadonlyMap<string, number>
  /** Of each passage: where its vectors begin; one more at the end. */
  starts: number[]
  vectors: (Int8Array | Float32Array)[]
  lengths: Float32Array
  bytes: number
}

/** For the cached vectors of all deals on this node. */
const maxBytes = 128 * 1024 * 1024
const perPage = 500
/** Multiplications before giving way to the event loop: a few milliseconds. */
const maxOperationsPerSlice = 4_000_000
/** Per deal, if they fit into memory; passages beyond the limit are found by words only. */
const maxPassages = 20_000
/** How much the average of a passage's sentences counts beside the best one. */
const averageWeight = 0.5

const keyOf = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

/** How near the passages of a deal are to a question. */
export interface Nearness {
  /** The nearest passages first. */
  nearest(count: number, isWanted: (key: PassageKey) => boolean): PassageKey[]
  /** From −1 to 1, of each sentence of a passage or of the passage as a whole; undefined: it has no vector. */
  of(key: PassageKey): readonly number[] | undefined
  /** What is usual in this deal. */
  spread(): { count: number; mean: number; deviation: number }
}

/**
 * Caches the vectors of recently searched deals and finds the nearest ones by exact comparison, without an approximate
 * index.
 */
export const createVectorRooms = ({ store, isPerSentence }: Deps) => {
  const rooms = new Map<string, { stamp: string; room: Promise<Room> }>()
  const sizes = new Map<string, number>()

  const stampOf = ({ updatedAt, passages, embeddingModel }: Namespace): string =>
    `${updatedAt.getTime()} ${passages} ${embeddingModel}`

  /** Copies page by page, because copying everything at once would block the event loop. */
  const load = async (dealId: string, dimension: number): Promise<Room> => {
    const format = { isPerSentence, dimension }
    const keys: PassageKey[] = []
    const starts = [0]
    const vectors: Room['vectors'] = []
    let bytes = 0
    let last: PassageKey | undefined
    for (;;) {
      const page = await store.vectors(dealId, last, perPage)
      // Not the last vector used: if all vectors of a page are from another model, the page would be read forever.
      last = page.at(-1)
      for (const { documentId, position, vector } of page) {
        const count = vectorCount(vector, format)
        if (count === 0 || keys.length >= maxPassages || bytes + vector.byteLength > maxBytes) continue
        bytes += vector.byteLength
        const values = unpackVectors(vector, format)
        for (let at = 0; at < count; at++) vectors.push(values.subarray(at * dimension, (at + 1) * dimension))
        keys.push({ documentId, position })
        starts.push(vectors.length)
      }
      if (page.length < perPage || keys.length >= maxPassages) break
      await yieldToEventLoop()
    }
    const places = new Map(keys.map((key, place) => [keyOf(key), place]))
    const lengths = new Float32Array(vectors.length)
    await eachInSlices(vectors, dimension, (vector, place) => {
      let sum = 0
      for (const value of vector) sum += value * value
      lengths[place] = Math.sqrt(sum)
    })
    return { keys, places, starts, vectors, lengths, bytes }
  }

  const forgetOldest = (): void => {
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    for (const [dealId, size] of sizes) {
      if (total <= maxBytes) return
      total -= size
      sizes.delete(dealId)
      rooms.delete(dealId)
    }
  }

  const roomOf = async (dealId: string, namespace: Namespace, dimension: number): Promise<Room> => {
    const stamp = stampOf(namespace)
    const known = rooms.get(dealId)
    // Includes one that is still loading: sixty concurrent searches must not load the vectors sixty times.
    if (known?.stamp === stamp) {
      const size = sizes.get(dealId)
      if (size !== undefined) {
        // The map's order is the order of use.
        sizes.delete(dealId)
        sizes.set(dealId, size)
      }
      return known.room
    }
    const loading = load(dealId, dimension)
    rooms.set(dealId, { stamp, room: loading })
    try {
      const room = await loading
      sizes.delete(dealId)
      sizes.set(dealId, room.bytes)
      forgetOldest()
      return room
    } catch (error) {
      if (rooms.get(dealId)?.room === loading) rooms.delete(dealId)
      throw error
    }
  }

  return {
    nearness: async (dealId: string, namespace: Namespace, to: Float32Array): Promise<Nearness> => {
      const { keys, places, starts, vectors, lengths } = await roomOf(dealId, namespace, to.length)
      const near = new Float32Array(vectors.length)
      await eachInSlices(vectors, to.length, (vector, place) => {
        let sum = 0
        for (let at = 0; at < to.length; at++) sum += (vector[at] ?? 0) * (to[at] ?? 0)
        near[place] = sum === 0 ? 0 : sum / (lengths[place] ?? 1)
      })
      const nearOf = (place: number) => near.subarray(starts[place], starts[place + 1])
      return {
        nearest: (count, isWanted) => {
          const totals = keys.map((key, place) => (isWanted(key) ? totalOf(nearOf(place)) : Number.NEGATIVE_INFINITY))
          return highest(totals, count).flatMap((place) => keys[place] ?? [])
        },
        of: (key) => {
          const place = places.get(keyOf(key))
          return place === undefined ? undefined : [...nearOf(place)]
        },
        spread: () => spreadOf(near),
      }
    },
  }
}

const spreadOf = (values: Float32Array) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { count: values.length, mean, deviation: Math.sqrt(squares / Math.max(1, values.length)) }
}

const totalOf = (near: Float32Array): number => {
  let [best, sum] = [-1, 0]
  for (const value of near) {
    if (value > best) best = value
    sum += value
  }
  return best + (averageWeight * sum) / near.length
}

const eachInSlices = async <Item>(
  items: readonly Item[],
  operations: number,
  work: (item: Item, place: number) => void,
): Promise<void> => {
  const perSlice = Math.max(1, Math.floor(maxOperationsPerSlice / operations))
  for (const [place, item] of items.entries()) {
    work(item, place)
    if (place % perSlice === perSlice - 1) await yieldToEventLoop()
  }
}

/** Returns the indexes of the highest values in descending order, ties by position, without sorting the rest. */
const highest = (values: readonly number[], count: number): number[] => {
  const best: number[] = []
  for (const [place, value] of values.entries()) {
    const lowest = values[best[count - 1] ?? -1] ?? Number.NEGATIVE_INFINITY
    if (value <= lowest) continue
    const at = best.findIndex((other) => (values[other] ?? 0) < value)
    best.splice(at === -1 ? best.length : at, 0, place)
    if (best.length > count) best.pop()
  }
  return best
}
