import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import { parseStoredJson } from '../bounded-json.ts'
import type { Redis, Script } from '../redis/redis.ts'
import type { Counts, Entry, Key, KeyValue, Lease, ListedEntry } from './key-value.ts'
import {
  checkDealId,
  checkDealIds,
  checkEntryName,
  checkHolder,
  checkKey,
  checkKind,
  checkPage,
  checkTtl,
  encodeValue,
  noCounts,
} from './limits.ts'
import { createRedisDeletion } from './redis-deletion.ts'
import { createRedisKeys } from './redis-keys.ts'
import { list, texts } from './redis-replies.ts'
import * as scripts from './redis-scripts.ts'

export interface RedisKeyValueDeps {
  redis: Redis
  prefix: string
  /** Returns a number greater than all it returned before. */
  nextFence: () => Promise<number>
}

/** How many deals are processed at once: their commands are pipelined. */
const dealsAtOnce = 25
const fenceAttempts = 5

const entryOf = (reply: unknown): Entry | undefined => {
  const [value, version, holder] = list(reply)
  if (typeof version !== 'string') return undefined
  if (typeof value === 'string') return { value: parseStoredJson(value), version: Number(version) }
  return { value: { holder, fence: Number(version) }, version: Number(version) }
}

const inSlices = async (dealIds: readonly string[], work: (dealId: string) => Promise<void>): Promise<void> => {
  for (let from = 0; from < dealIds.length; from += dealsAtOnce)
    await Promise.all(dealIds.slice(from, from + dealsAtOnce).map(work))
}

export const createRedisKeyValue = ({ redis, prefix, nextFence }: RedisKeyValueDeps): KeyValue => {
  const keys = createRedisKeys(prefix)
  const deleteOfDeal = createRedisDeletion({ redis, keys })

  const run = (script: Script, key: Key, ...args: string[]): Promise<unknown> =>
    redis.script(script, [...keys.indexes(key.dealId, key.kind), keys.entry(key), keys.fence(key)], [key.id, ...args])

  const read = async (key: Key): Promise<Entry | undefined> => {
    const entry = keys.entry(key)
    return entryOf(await redis.command(entry, ['HMGET', entry, 'value', 'version', 'holder']))
  }

  const ids = async (
    dealId: string,
    kind: DealStateKind,
    after: string | undefined,
    limit: number,
  ): Promise<string[]> => {
    const from = after === undefined ? '-' : `(${after}`
    return texts(await redis.script(scripts.listIdsScript, keys.indexes(dealId, kind), [from, String(limit)]))
  }

  const ttlOf = (ttlMs: number | undefined): string => {
    if (ttlMs === undefined) return ''
    checkTtl(ttlMs)
    return String(ttlMs)
  }

  const count = async (dealId: string): Promise<Counts> => {
    checkDealId(dealId)
    const [first, ...rest] = dealStateKinds.map((kind) => keys.expiry(dealId, kind))
    const numbers = list(await redis.script(scripts.countScript, [first ?? '', ...rest], []))
    const counts = noCounts()
    for (const [place, kind] of dealStateKinds.entries()) counts[kind] = Number(numbers[place])
    return counts
  }

  return {
    get: async (key) => {
      checkKey(key)
      return read(key)
    },
    getMany: async (dealIds, kind, id) => {
      checkDealIds(dealIds)
      checkEntryName(kind, id)
      const found = new Map<string, Entry>()
      await inSlices([...new Set(dealIds)], async (dealId) => {
        const entry = await read({ dealId, kind, id })
        if (entry !== undefined) found.set(dealId, entry)
      })
      return found
    },
    set: async (key, value, { ttlMs } = {}) => {
      checkKey(key)
      return Number(await run(scripts.setScript, key, encodeValue(value), ttlOf(ttlMs)))
    },
    compareAndSet: async (key, expected, value, { ttlMs } = {}) => {
      checkKey(key)
      const version = await run(
        scripts.compareAndSetScript,
        key,
        encodeValue(value),
        ttlOf(ttlMs),
        String(expected ?? ''),
      )
      return version === null ? undefined : Number(version)
    },
    delete: async (key) => {
      checkKey(key)
      return (await run(scripts.deleteScript, key)) === 1
    },
    touch: async (key, ttlMs) => {
      checkKey(key)
      return (await run(scripts.touchScript, key, ttlOf(ttlMs))) === 1
    },
    list: async (dealId, kind, { after, limit }) => {
      checkDealId(dealId)
      checkKind(kind)
      checkPage({ limit })
      const found: ListedEntry[] = []
      let from = after
      while (found.length < limit) {
        const wanted = limit - found.length
        const page = await ids(dealId, kind, from, wanted)
        const entries = await Promise.all(page.map(async (id) => ({ id, entry: await read({ dealId, kind, id }) })))
        // An entry may expire between reading the index and the entry; a short page would be mistaken for the last one.
        for (const { id, entry } of entries) if (entry !== undefined) found.push({ id, ...entry })
        if (page.length < wanted) break
        from = page.at(-1)
      }
      return found
    },
    count,
    countMany: async (dealIds) => {
      checkDealIds(dealIds)
      const found = new Map<string, Counts>()
      await inSlices([...new Set(dealIds)], async (dealId) => {
        const counts = await count(dealId)
        if (Object.values(counts).some((number) => number > 0)) found.set(dealId, counts)
      })
      return found
    },
    deleteKinds: async (dealIds, kinds) => {
      checkDealIds(dealIds)
      kinds.forEach(checkKind)
      const counts = noCounts()
      await inSlices([...new Set(dealIds)], (dealId) => deleteOfDeal(dealId, [...new Set(kinds)], counts))
      return counts
    },
    async *deals() {
      const seen = new Set<string>()
      for await (const batch of redis.scan(keys.pattern)) {
        for (const key of batch) {
          const dealId = keys.dealOf(key)
          if (dealId === undefined || seen.has(dealId)) continue
          seen.add(dealId)
          yield dealId
        }
      }
    },
    acquire: async (key, holder, ttlMs) => {
      checkKey(key)
      checkHolder(holder)
      // A fence is requested from the database only when the lease is free.
      let fence = ''
      for (let attempt = 0; attempt <= fenceAttempts; attempt++) {
        const [outcome, granted] = texts(await run(scripts.acquireScript, key, holder, ttlOf(ttlMs), fence))
        if (outcome === 'held') return undefined
        if (outcome === 'granted') return { holder, fence: Number(granted) }
        fence = String(await nextFence())
      }
      throw new Error('The fencing numbers of the database are behind those that were granted')
    },
    renew: async (key, holder, ttlMs) => {
      checkKey(key)
      checkHolder(holder)
      return (await run(scripts.renewScript, key, holder, ttlOf(ttlMs))) === 1
    },
    release: async (key, holder) => {
      checkKey(key)
      checkHolder(holder)
      return (await run(scripts.releaseScript, key, holder)) === 1
    },
    holder: async (key): Promise<Lease | undefined> => {
      checkKey(key)
      const entry = keys.entry(key)
      const [version, holder] = list(await redis.command(entry, ['HMGET', entry, 'version', 'holder']))
      return typeof holder === 'string' ? { holder, fence: Number(version) } : undefined
    },
  }
}
