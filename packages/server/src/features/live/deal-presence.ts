import type { Present } from '@deal-canvas/contract'
import { batchLoader } from '../../platform/batch-loader.ts'
import type { Key, KeyValue } from '../../platform/key-value/key-value.ts'
import { maxKeys } from '../../platform/key-value/limits.ts'

/** A presence entry expires unless it is renewed within this time. */
export const presenceLeaseMs = 30_000

export const maxPresent = 200

interface Deps {
  state: Pick<KeyValue, 'set' | 'touchMany' | 'delete' | 'list'>
}

const keyOf = (dealId: string, channelId: string) => ({ dealId, kind: 'presence', id: channelId }) as const

export type DealPresence = ReturnType<typeof createDealPresence>

/** Who is viewing a deal, across all nodes: one entry per channel, which expires unless renewed. */
export const createDealPresence = ({ state }: Deps) => {
  const touch = batchLoader((keys: Key[]) => state.touchMany(keys, presenceLeaseMs), { maxBatch: maxKeys })
  return {
    put: async (dealId: string, present: Present): Promise<void> => {
      await state.set(keyOf(dealId, present.channel_id), present, { ttlMs: presenceLeaseMs })
    },

    /**
     * Returns false if the entry has disappeared, possibly together with the session. Concurrent calls are sent together.
     */
    keep: (dealId: string, channelId: string): Promise<boolean> => touch(keyOf(dealId, channelId)),

    remove: (dealId: string, channelId: string): Promise<boolean> => state.delete(keyOf(dealId, channelId)),

    list: async (dealId: string): Promise<Present[]> =>
      (await state.list(dealId, 'presence', { limit: maxPresent })).map(({ value }) => value as Present),
  }
}
