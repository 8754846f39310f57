import type { Present } from '@deal-canvas/contract'
import type { KeyValue } from '../../platform/key-value/key-value.ts'

/** Who does not say for so long that they are here is gone. */
export const presenceLeaseMs = 30_000

export const maxPresent = 200

interface Deps {
  state: Pick<KeyValue, 'set' | 'touch' | 'delete' | 'list'>
}

const keyOf = (dealId: string, channelId: string) => ({ dealId, kind: 'presence', id: channelId }) as const

export type DealPresence = ReturnType<typeof createDealPresence>

/** Who looks at a deal, on any node: one entry for each channel, which lapses unless it is kept. */
export const createDealPresence = ({ state }: Deps) => ({
  put: async (dealId: string, present: Present): Promise<void> => {
    await state.set(keyOf(dealId, present.channel_id), present, { ttlMs: presenceLeaseMs })
  },

  /** False: the entry has vanished, and with it perhaps the session. */
  keep: (dealId: string, channelId: string): Promise<boolean> => state.touch(keyOf(dealId, channelId), presenceLeaseMs),

  remove: (dealId: string, channelId: string): Promise<boolean> => state.delete(keyOf(dealId, channelId)),

  list: async (dealId: string): Promise<Present[]> =>
    (await state.list(dealId, 'presence', { limit: maxPresent })).map(({ value }) => value as Present),
})
