import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { EvidenceStore, Namespace, PassageKey } from './evidence.store.ts'

interface Deps {
  store: Pick<EvidenceStore, 'vectors'>
}

interface Room {
  keys: PassageKey[]
  vectors: Float32Array
}

/** For the cached vectors of all deals on this node. */
const maxBytes = 128 * 1024 * 1024
const perPage = 500
/** Multiplications before giving way to the event loop: a few milliseconds. */
const maxOperationsPerSlice = 4_000_000
/** Per deal, if they fit into memory; passages beyond the limit are found by words only. */
const maxPassages = 20_000

export interface NearPassage extends PassageKey {
  /** From −1 to 1. */
  nearness: number
}

/**
 * Caches the vectors of recently searched deals and finds the nearest ones by exact comparison, without an approximate
 * index.
 */
export const createVectorRooms = ({ store }: Deps) => {
  const rooms = new Map<string, { stamp: string; room: Promise<Room> }>()
  const sizes = new Map<string, number>()

  const stampOf = ({ updatedAt, passages }: Namespace): string => `${updatedAt.getTime()} ${passages}`

  /** Copies page by page, because copying everything at once would block the event loop. */
  const load = async (dealId: string, { dimension, passages }: Namespace): Promise<Room> => {
    const maxVectors = Math.min(maxPassages, Math.floor(maxBytes / (dimension * 4)))
    const keys: PassageKey[] = []
    let vectors = new Float32Array(Math.min(maxVectors, passages) * dimension)
    let last: PassageKey | undefined
    for (;;) {
      const page = await store.vectors(dealId, last, perPage)
      // Not the last vector used: if all vectors of a page are from another model, the page would be read forever.
      last = page.at(-1)
      const fitting = page
        .filter(({ vector }) => vector.byteLength === dimension * 4)
        .slice(0, maxVectors - keys.length)
      const needed = (keys.length + fitting.length) * dimension
      // Passages can be added after the count.
      if (needed > vectors.length)
        vectors = grown(vectors, Math.min(maxVectors * dimension, needed + perPage * dimension))
      for (const { documentId, position, vector } of fitting) {
        vectors.set(new Float32Array(Uint8Array.from(vector).buffer), keys.length * dimension)
        keys.push({ documentId, position })
      }
      if (page.length < perPage || keys.length >= maxVectors) return { keys, vectors }
      await yieldToEventLoop()
    }
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

  const roomOf = async (dealId: string, namespace: Namespace): Promise<Room> => {
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
    const loading = load(dealId, namespace)
    rooms.set(dealId, { stamp, room: loading })
    try {
      const room = await loading
      sizes.delete(dealId)
      sizes.set(dealId, room.vectors.byteLength)
      forgetOldest()
      return room
    } catch (error) {
      if (rooms.get(dealId)?.room === loading) rooms.delete(dealId)
      throw error
    }
  }

  return {
    /** Returns the nearest first. */
    nearest: async (dealId: string, namespace: Namespace, to: Float32Array, count: number): Promise<NearPassage[]> => {
      const { dimension } = namespace
      if (dimension !== to.length) return []
      const { keys, vectors } = await roomOf(dealId, namespace)
      const nearness = new Float32Array(keys.length)
      const perSlice = Math.max(1, Math.floor(maxOperationsPerSlice / dimension))
      for (let place = 0; place < keys.length; place++) {
        let sum = 0
        const begin = place * dimension
        for (let at = 0; at < dimension; at++) sum += (vectors[begin + at] ?? 0) * (to[at] ?? 0)
        nearness[place] = sum
        if (place % perSlice === perSlice - 1) await yieldToEventLoop()
      }
      return highest(nearness, count).flatMap((place) => {
        const key = keys[place]
        return key === undefined ? [] : [{ ...key, nearness: nearness[place] ?? 0 }]
      })
    },
  }
}

const grown = (vectors: Float32Array, length: number): Float32Array<ArrayBuffer> => {
  const larger = new Float32Array(length)
  larger.set(vectors)
  return larger
}

/** Returns the indexes of the highest values in descending order, ties by position, without sorting the rest. */
const highest = (values: Float32Array, count: number): number[] => {
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
