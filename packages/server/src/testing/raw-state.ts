import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import type { Database } from '../platform/database/database.ts'
import type { Redis } from '../platform/redis/redis.ts'

/** A key as it lies in the store, read past the port. */
export interface RawKey {
  name: string
  /** The kind of state it belongs to; of a fence, whose number must outlive the state for a while, that too. Undefined: nobody's. */
  owner: DealStateKind | 'fence' | 'limit' | undefined
}

const kindOf = (name: string | undefined): DealStateKind | undefined => dealStateKinds.find((kind) => kind === name)

export const readRawRows = async (database: Database): Promise<RawKey[]> => {
  const { rows } = await database.query<{ deal_id: string; kind: string; id: string }>({
    text: 'SELECT deal_id, kind, id FROM key_values ORDER BY deal_id, kind, id',
  })
  return rows.map(({ deal_id, kind, id }) => ({ name: [deal_id, kind, id].join(' '), owner: kindOf(kind) }))
}

/** All keys of a service, on every node. */
export const readRawKeys = async (redis: Redis, prefix: string): Promise<RawKey[]> => {
  const names = new Set<string>()
  for await (const batch of redis.scan(`${prefix}*`)) for (const name of batch) names.add(name)
  return Promise.all(
    [...names].sort().map(async (name) => {
      const rest = name.slice(prefix.length)
      if (rest.startsWith('limit:')) return { name, owner: 'limit' as const }
      const [, kind, part] = /^\{[^{}]+\}:([^:]+):(ids$|expiry$|entry:|fence:)/s.exec(rest) ?? []
      if (part !== 'fence:' || kindOf(kind) === undefined) return { name, owner: kindOf(kind) }
      // Without a lifetime it would stay for ever, and be a leftover like any other.
      const hasLifetime = Number(await redis.command(name, ['PTTL', name])) > 0
      return { name, owner: hasLifetime ? ('fence' as const) : kindOf(kind) }
    }),
  )
}

/** What a purge of everything should have removed. */
export const leftovers = (keys: readonly RawKey[]): string[] =>
  keys.filter(({ owner }) => owner !== 'fence' && owner !== 'limit').map(({ name }) => name)

/** What no kind owns, so that no purge would ever find it. */
export const nobodys = (keys: readonly RawKey[]): string[] =>
  keys.filter(({ owner }) => owner === undefined).map(({ name }) => name)
