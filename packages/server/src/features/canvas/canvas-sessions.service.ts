import type { CanvasSession } from '@deal-canvas/contract'
import type { Clock } from '../../platform/clock.ts'
import { newId, newRandomId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import { isStoreUnavailable } from '../../platform/store-unavailable.ts'

/** The stored form. Without a time it only reserves an epoch that nobody has opened yet. */
type KeptSession = Omit<CanvasSession, 'created_at'> & { created_at: string | null }

interface Deps {
  state: Pick<KeyValue, 'get' | 'compareAndSet' | 'deleteKinds'>
  now: Clock
}

/** Limit of compare-and-set attempts. Each lost attempt means that another request succeeded. */
const maxRounds = 20

export type CanvasSessions = ReturnType<typeof createCanvasSessions>

/**
 * The session shared by members who view a deal at the same time. It can disappear at any time; the next visitor opens
 * another.
 */
export const createCanvasSessions = ({ state, now }: Deps) => {
  const keyOf = (dealId: string) => ({ dealId, kind: 'session', id: 'canvas' }) as const

  const read = async (dealId: string): Promise<{ kept: KeptSession | undefined; version: number | undefined }> => {
    const entry = await state.get(keyOf(dealId))
    return { kept: entry?.value as KeptSession | undefined, version: entry?.version }
  }

  const fresh = () => ({ session_id: newId(), epoch: newRandomId() })

  /** Retries compare-and-set: of several parallel requests one writes, and the others find what was written. */
  const withRetries = async <Result>(round: () => Promise<Result | undefined>): Promise<Result> => {
    for (let done = 0; done < maxRounds; done++) {
      const result = await round()
      if (result !== undefined) return result
    }
    throw new Error('The session of a canvas was changed by others again and again')
  }

  const open = (dealId: string): Promise<CanvasSession> =>
    withRetries(async () => {
      const { kept, version } = await read(dealId)
      if (kept !== undefined && kept.created_at !== null) return { ...kept, created_at: kept.created_at }
      const session = { ...(kept ?? fresh()), created_at: now().toISOString() }
      return (await state.compareAndSet(keyOf(dealId), version, session)) === undefined ? undefined : session
    })

  return {
    /** Returns the session of a deal; opens one if there is none. */
    open: async (dealId: string): Promise<CanvasSession> => {
      try {
        return await open(dealId)
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error
        // The deal stays readable. The live channel does not know this epoch, so its client reloads.
        return { ...fresh(), created_at: now().toISOString() }
      }
    },

    /** Undefined if nobody has opened a session since the last one ended or was lost. */
    current: async (dealId: string): Promise<CanvasSession | undefined> => {
      const { kept } = await read(dealId)
      return kept === undefined || kept.created_at === null ? undefined : { ...kept, created_at: kept.created_at }
    },

    /** Starts a new epoch and releases locks and presence. Undefined if there was no session to end. */
    end: async (dealId: string): Promise<{ epoch: string } | undefined> => {
      const next = await withRetries(async () => {
        const { kept, version } = await read(dealId)
        if (kept === undefined || kept.created_at === null) return 'none'
        const begun = fresh()
        const written = await state.compareAndSet(keyOf(dealId), version, { ...begun, created_at: null })
        return written === undefined ? undefined : begun
      })
      await state.deleteKinds([dealId], ['lock', 'presence'])
      return next === 'none' ? undefined : { epoch: next.epoch }
    },
  }
}
