import type { Present } from '@deal-canvas/contract'
import { isStoreUnavailable } from '../../platform/store-unavailable.ts'
import type { DealPresence } from './deal-presence.ts'

interface Deps {
  presence: DealPresence
  dealId: string
  first: Present
  changed(): void
  /** The entry was not there any more: it was purged, or its store has lost it. */
  vanished(): void
  onError(error: unknown): void
}

/** A cursor that moves is written down this often. */
const writeEveryMs = 200

/** Well within the lease. */
const keepEveryMs = 12_000

/** Where one channel is, as others see it. Without its store nobody is seen, and nothing else suffers. */
export const createChannelPresence = ({ presence, dealId, first, changed, vanished, onError }: Deps) => {
  let shown = first
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  let over = false

  /** One after the other, so that what was said last is what stays. */
  const inTurn = (act: () => Promise<void>): void => {
    work = work.then(act).catch((error) => {
      if (!isStoreUnavailable(error)) onError(error)
    })
  }
  const write = (): void =>
    inTurn(async () => {
      if (over) return
      await presence.put(dealId, shown)
      changed()
    })

  const keeping = setInterval(
    () =>
      inTurn(async () => {
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

    /** Writes it down anew. */
    again: write,

    leave: (): Promise<void> => {
      over = true
      clearInterval(keeping)
      clearTimeout(timer)
      inTurn(async () => {
        await presence.remove(dealId, shown.channel_id)
        changed()
      })
      return work
    },
  }
}
