import type { DealStateKind } from '@deal-canvas/contract'
import type { Key } from './key-value.ts'

/**
 * The Redis keys of deal state:
 *   <prefix>{deal}:lock:entry:<id>   one entry, a hash of value, version and holder
 *   <prefix>{deal}:lock:ids          its index: the ids in byte order
 *   <prefix>{deal}:lock:expiry       its index: the ids by expiry time
 *   <prefix>{deal}:lock:fence:<id>   the last fence granted, for a while
 * A cluster hashes the text in the first pair of braces, so that all keys of a deal are in one slot.
 */
export const createRedisKeys = (prefix: string) => {
  if (/[{}]/.test(prefix)) throw new TypeError('The prefix of keys must not contain braces')

  const deal = (dealId: string): string => `${prefix}{${encodeURIComponent(dealId)}}`
  const kind = (dealId: string, name: DealStateKind): string => `${deal(dealId)}:${name}`

  const ids = (dealId: string, name: DealStateKind): string => `${kind(dealId, name)}:ids`
  const expiry = (dealId: string, name: DealStateKind): string => `${kind(dealId, name)}:expiry`

  return {
    entry: ({ dealId, kind: name, id }: Key): string => `${kind(dealId, name)}:entry:${id}`,
    fence: ({ dealId, kind: name, id }: Key): string => `${kind(dealId, name)}:fence:${id}`,
    ids,
    expiry,
    indexes: (dealId: string, name: DealStateKind): [string, string] => [ids(dealId, name), expiry(dealId, name)],
    /** Matches every index key, and possibly others. */
    pattern: `${prefix.replace(/[*?[\]\\^-]/g, '\\$&')}{*}:*:ids`,
    /** The deal of an index key; undefined for any other key. */
    dealOf: (key: string): string | undefined => {
      const [, dealId] = /^\{([^{}]+)\}:[a-z_]+:ids$/.exec(key.slice(prefix.length)) ?? []
      return dealId === undefined ? undefined : decodeURIComponent(dealId)
    },
  }
}

export type RedisKeys = ReturnType<typeof createRedisKeys>
