import type { DealStateKind } from '@deal-canvas/contract'
import type { Redis } from '../redis/redis.ts'
import type { Counts, Key } from './key-value.ts'
import type { RedisKeys } from './redis-keys.ts'
import { list, texts } from './redis-replies.ts'
import * as scripts from './redis-scripts.ts'

const batchSize = 200

/**
 * Deletes the state of a deal through its indexes, in batches and without scanning, and adds what existed to the
 * counts.
 */
export const createRedisDeletion = ({ redis, keys }: { redis: Redis; keys: RedisKeys }) => {
  const deleteBatch = async (dealId: string, batch: readonly Key[], counts: Counts): Promise<void> => {
    const kinds = [...new Set(batch.map(({ kind }) => kind))]
    const [first = '', ...rest] = [...kinds.flatMap((kind) => keys.indexes(dealId, kind)), ...batch.map(keys.entry)]
    const places = batch.flatMap(({ kind, id }) => [String(kinds.indexOf(kind) + 1), id])
    const reply = await redis.script(scripts.deleteListedScript, [first, ...rest], [String(kinds.length), ...places])
    const removed = list(reply).map(Number)
    for (const [place, kind] of kinds.entries()) counts[kind] += removed[place] ?? 0
  }

  /** Only moves forward: entries written behind it in the meantime cannot keep it running forever. */
  return async (dealId: string, kinds: readonly DealStateKind[], counts: Counts): Promise<void> => {
    const [first, ...rest] = kinds.flatMap((kind) => keys.indexes(dealId, kind))
    if (first === undefined) return
    let [from, after] = [0, '-']
    for (;;) {
      const page = [String(batchSize), String(from + 1), after]
      const listed = list(await redis.script(scripts.listKindsScript, [first, ...rest], page)).map(texts)
      const batch = kinds.slice(from).flatMap((kind, n) => (listed[n] ?? []).map((id): Key => ({ dealId, kind, id })))
      const last = batch.at(-1)
      if (last === undefined) return
      await deleteBatch(dealId, batch, counts)
      if (batch.length < batchSize) return
      from = kinds.indexOf(last.kind)
      after = `(${last.id}`
    }
  }
}
