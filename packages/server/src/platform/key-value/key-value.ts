import type { DealStateKind } from '@deal-canvas/contract'

export interface Key {
  dealId: string
  kind: DealStateKind
  id: string
}

export interface Entry {
  /** Any JSON value; of a lease, the lease. */
  value: unknown
  /** Never the same again for this key, not even after a deletion. */
  version: number
}

export interface ListedEntry extends Entry {
  id: string
}

export interface Lease {
  holder: string
  /** Greater than that of every lease granted before for this key. */
  fence: number
}

/** How many entries there are of each kind. */
export type Counts = Record<DealStateKind, number>

export interface Lifetime {
  /** Without it an entry stays until it is deleted. */
  ttlMs?: number
}

/**
 * Short-lived state of deals, shared by all nodes. What has expired is as absent everywhere, by the store's own clock.
 * Any entry may vanish at any time (a purge, a lost store), and nobody may come to harm by that.
 */
export interface KeyValue {
  get(key: Key): Promise<Entry | undefined>
  /** The entry of that kind and id of up to 1,000 deals, in few round trips; deals without it are left out. */
  getMany(dealIds: readonly string[], kind: DealStateKind, id: string): Promise<Map<string, Entry>>
  /** Puts the value in place of whatever is there, and answers its version. */
  set(key: Key, value: unknown, lifetime?: Lifetime): Promise<number>
  /** Writes only if the entry still has that version, undefined: if there is none. Answers the new version. */
  compareAndSet(
    key: Key,
    expected: number | undefined,
    value: unknown,
    lifetime?: Lifetime,
  ): Promise<number | undefined>
  /** Whether there was something to delete. */
  delete(key: Key): Promise<boolean>
  /** Gives the entry that long from now; false if there is none. */
  touch(key: Key, ttlMs: number): Promise<boolean>
  /** In the byte order of ids, beginning after one. Fewer than the limit: there are no more. */
  list(dealId: string, kind: DealStateKind, page: { after?: string; limit: number }): Promise<ListedEntry[]>
  count(dealId: string): Promise<Counts>
  /** Of up to 1,000 deals in few round trips; those without state are left out. */
  countMany(dealIds: readonly string[]): Promise<Map<string, Counts>>
  /** Deletes all entries of these kinds at up to 1,000 deals, in batches, and answers how many there were. Safe to repeat. */
  deleteKinds(dealIds: readonly string[], kinds: readonly DealStateKind[]): Promise<Counts>
  /** The deals that have state, each once, in any order. */
  deals(): AsyncIterable<string>

  /** Undefined while someone else holds it. Who holds it already renews it and keeps the fence. */
  acquire(key: Key, holder: string, ttlMs: number): Promise<Lease | undefined>
  /** False if the holder no longer holds it. */
  renew(key: Key, holder: string, ttlMs: number): Promise<boolean>
  /** Whether the holder still held it. */
  release(key: Key, holder: string): Promise<boolean>
  holder(key: Key): Promise<Lease | undefined>
}
