import type { KeyValue, Lease } from '../../platform/key-value/key-value.ts'

/** An editor must renew the lock within this time. */
export const lockLeaseMs = 30_000

const maxLocks = 200

export interface Holder {
  userId: string
  channelId: string
}

export interface HeldSection extends Holder {
  sectionKey: string
}

interface Deps {
  state: Pick<KeyValue, 'acquire' | 'release' | 'list' | 'holder'>
}

const keyOf = (dealId: string, sectionKey: string) => ({ dealId, kind: 'lock', id: sectionKey }) as const
const spell = ({ userId, channelId }: Holder): string => `${userId} ${channelId}`
const read = (holder: string): Holder => {
  const [userId = '', channelId = ''] = holder.split(' ')
  return { userId, channelId }
}

export type DealLocks = ReturnType<typeof createDealLocks>

/** Section locks across all nodes. Writes are checked by the fence, because the lease can expire at any time. */
export const createDealLocks = ({ state }: Deps) => ({
  /** Acquires or renews the lock; undefined if someone else holds it. */
  take: (dealId: string, sectionKey: string, holder: Holder): Promise<Lease | undefined> =>
    state.acquire(keyOf(dealId, sectionKey), spell(holder), lockLeaseMs),

  release: (dealId: string, sectionKey: string, holder: Holder): Promise<boolean> =>
    state.release(keyOf(dealId, sectionKey), spell(holder)),

  holder: async (dealId: string, sectionKey: string): Promise<Holder | undefined> => {
    const lease = await state.holder(keyOf(dealId, sectionKey))
    return lease && read(lease.holder)
  },

  list: async (dealId: string): Promise<HeldSection[]> =>
    (await state.list(dealId, 'lock', { limit: maxLocks })).map(({ id, value }) => ({
      sectionKey: id,
      ...read((value as Lease).holder),
    })),
})
