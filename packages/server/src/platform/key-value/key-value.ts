import type { DealStateKind } from '@deal-canvas/contract'

export interface Key {
  dealId: string
  kind: DealStateKind
  id: string
}

export interface Entry {
  /** Any JSON value; for a lease, the lease itself. */
  value: unknown
  /** Never reused for this key, not even after a deletion. */
  version: number
}

export interface ListedEntry extends Entry {
  id: string
}

export interface Lease {
  holder: string
  /** Greater than the fence of every earlier lease for this key. */
  fence: number
}

/** Number of entries per kind. */
export type Counts = Record<DealStateKind, number>

export interface Lifetime {
  /** Without it, an entry stays until it is deleted. */
  ttlMs?: number
}

/**
 * Short-lived deal state, shared by all nodes. Expired entries are absent in every method, by the store's own clock.
 * Any entry can vanish at any time (a purge, a lost store), and callers must tolerate that.
 */
export interface KeyValue {
  get(key: Key): Promise<Entry | undefined>
  /** The entries of that kind and id for up to 1,000 deals, in few round trips; deals without one are omitted. */
  getMany(dealIds: readonly string[], kind: DealStateKind, id: string): Promise<Map<string, Entry>>
  /** Replaces any existing value and returns the new version. */
  set(key: Key, value: unknown, lifetime?: Lifetime): Promise<number>
  /**
   * Writes only if the entry still has that version (undefined: only if there is no entry). Returns the new version.
   */
  compareAndSet(
    key: Key,
    expected: number | undefined,
    value: unknown,
    lifetime?: Lifetime,
  ): Promise<number | undefined>
  /** Returns whether there was an entry to delete. */
  delete(key: Key): Promise<boolean>
  /** Sets the remaining lifetime of the entry; false if there is none. */
  touch(key: Key, ttlMs: number): Promise<boolean>
  /** In byte order of ids, starting after the given one. Fewer than the limit means there are no more. */
  list(dealId: string, kind: DealStateKind, page: { after?: string; limit: number }): Promise<ListedEntry[]>
  count(dealId: string): Promise<Counts>
  /** For up to 1,000 deals in few round trips; deals without state are omitted. */
  countMany(dealIds: readonly string[]): Promise<Map<string, Counts>>
  /**
   * Deletes all entries of these kinds for up to 1,000 deals, in batches, and returns how many there were. Safe to
   * repeat.
   */
  deleteKinds(dealIds: readonly string[], kinds: readonly DealStateKind[]): Promise<Counts>
  /** The deals that have state, each once, in any order. */
  deals(): AsyncIterable<string>

  /** Undefined while another holder has the lease. The current holder renews it and keeps the fence. */
  acquire(key: Key, holder: string, ttlMs: number): Promise<Lease | undefined>
  /** False if the holder no longer has the lease. */
  renew(key: Key, holder: string, ttlMs: number): Promise<boolean>
  /** Returns whether the holder still had the lease. */
  release(key: Key, holder: string): Promise<boolean>
  holder(key: Key): Promise<Lease | undefined>
}
