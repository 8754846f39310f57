import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import type { Database } from '../platform/database/database.ts'
import type { Redis } from '../platform/redis/redis.ts'

/** A key as stored, read directly from the store. */
export interface RawKey {
  name: string
  /**
   * The kind of state that the key belongs to, or `fence` for a fence, which must outlive its state for a while.
   * Undefined if the key belongs to no kind.
   */
  owner: DealStateKind | 'fence' | 'limit' | undefined
}

const kindOf = (name: string | undefined): DealStateKind | undefined => dealStateKinds.find((kind) => kind === name)

export const readRawRows = async (database: Database): Promise<RawKey[]> => {
  const { rows } = await database.query<{ deal_id: string; kind: string; id: string }>({
    text: 'SELECT deal_id, kind, id FROM key_values ORDER BY deal_id, kind, id',
  })
  return rows.map(({ deal_id, kind, id }) => ({ name: [deal_id, kind, id].join(' '), owner: kindOf(kind) }))
}

/** All keys of a service, on every Redis node. */
export const readRawKeys = async (redis: Redis, prefix: string): Promise<RawKey[]> => {
  const names = new Set<string>()
  for await (const batch of redis.scan(`${prefix}*`)) for (const name of batch) names.add(name)
  return Promise.all(
    [...names].sort().map(async (name) => {
      const rest = name.slice(prefix.length)
      if (rest.startsWith('limit:')) return { name, owner: 'limit' as const }
      const [, kind, part] = /^\{[^{}]+\}:([^:]+):(ids$|expiry$|entry:|fence:)/s.exec(rest) ?? []
      if (part !== 'fence:' || kindOf(kind) === undefined) return { name, owner: kindOf(kind) }
      // A fence without a TTL would stay forever, so it counts as a leftover.
      const hasLifetime = Number(await redis.command(name, ['PTTL', name])) > 0
      return { name, owner: hasLifetime ? ('fence' as const) : kindOf(kind) }
    }),
  )
}

/** Keys that a full purge should have removed. */
export const leftovers = (keys: readonly RawKey[]): string[] =>
  keys.filter(({ owner }) => owner !== 'fence' && owner !== 'limit').map(({ name }) => name)

/** Keys that belong to no kind, so that no purge would find them. */
export const nobodys = (keys: readonly RawKey[]): string[] =>
  keys.filter(({ owner }) => owner === undefined).map(({ name }) => name)
