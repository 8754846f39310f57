import type { Present } from '@deal-canvas/contract'
import type { KeyValue } from '../../platform/key-value/key-value.ts'

/** A presence entry expires unless it is renewed within this time. */
export const presenceLeaseMs = 30_000

export const maxPresent = 200

interface Deps {
  state: Pick<KeyValue, 'set' | 'touch' | 'delete' | 'list'>
}

const keyOf = (dealId: string, channelId: string) => ({ dealId, kind: 'presence', id: channelId }) as const

export type DealPresence = ReturnType<typeof createDealPresence>

/** Who is viewing a deal, across all nodes: one entry per channel, which expires unless renewed. */
export const createDealPresence = ({ state }: Deps) => ({
  put: async (dealId: string, present: Present): Promise<void> => {
    await state.set(keyOf(dealId, present.channel_id), present, { ttlMs: presenceLeaseMs })
  },

  /** Returns false if the entry has disappeared, possibly together with the session. */
  keep: (dealId: string, channelId: string): Promise<boolean> => state.touch(keyOf(dealId, channelId), presenceLeaseMs),

  remove: (dealId: string, channelId: string): Promise<boolean> => state.delete(keyOf(dealId, channelId)),

  list: async (dealId: string): Promise<Present[]> =>
    (await state.list(dealId, 'presence', { limit: maxPresent })).map(({ value }) => value as Present),
})
