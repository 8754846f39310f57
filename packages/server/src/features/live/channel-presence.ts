import type { Present } from '@deal-canvas/contract'
import { isStoreUnavailable } from '../../platform/store-unavailable.ts'
import type { DealPresence } from './deal-presence.ts'

interface Deps {
  presence: DealPresence
  dealId: string
  first: Present
  changed(): void
  /** Called when the entry no longer exists: it was purged, or the store lost it. */
  vanished(): void
  onError(error: unknown): void
}

/** A moving cursor is stored at most this often. */
const writeEveryMs = 200

/** Shorter than the presence lease, so that an open channel does not expire. */
const keepEveryMs = 12_000

/** Presence of one channel as other members see it. If the store is down, presence is not shown; nothing else fails. */
export const createChannelPresence = ({ presence, dealId, first, changed, vanished, onError }: Deps) => {
  let shown = first
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  let over = false

  /** Runs writes one after another, so that the latest one wins. */
  const enqueue = (act: () => Promise<void>): void => {
    work = work.then(act).catch((error) => {
      if (!isStoreUnavailable(error)) onError(error)
    })
  }
  const write = (): void =>
    enqueue(async () => {
      if (over) return
      await presence.put(dealId, shown)
      changed()
    })

  const keeping = setInterval(
    () =>
      enqueue(async () => {
        if (!over && !(await presence.keep(dealId, shown.channel_id))) vanished()
      }),
    keepEveryMs,
  ).unref()
  write()

  return {
    move: (place: Pick<Present, 'section_key' | 'cursor'>): void => {
      shown = { ...shown, ...place }
      timer ??= setTimeout(() => {
        timer = undefined
        write()
      }, writeEveryMs).unref()
    },

    /** Stores the presence entry again. */
    again: write,

    leave: (): Promise<void> => {
      over = true
      clearInterval(keeping)
      clearTimeout(timer)
      enqueue(async () => {
        await presence.remove(dealId, shown.channel_id)
        changed()
      })
      return work
    },
  }
}
