import type { DealEvent } from '@deal-canvas/contract'
import type { DealEvents } from './deal-events.ts'

interface Deps {
  dealId: string
  events: DealEvents
}

/** The newest events are cached, so that a thousand viewers of one deal cost one query. */
const maxKept = 100
const maxKeptBytes = 512 * 1024

export type DealTail = ReturnType<typeof createDealTail>

/** The end of one deal's audit trail as far as this node knows it, and the followers waiting for new events. */
export const createDealTail = ({ dealId, events }: Deps) => {
  let head = 0
  /** Contiguous, newest last. */
  let kept: { event: DealEvent; bytes: number }[] = []
  const reading = new Map<number, Promise<DealEvent[]>>()
  const waiting = new Set<() => void>()

  const keep = (read: readonly DealEvent[]): void => {
    const last = kept.at(-1)?.event.seq
    const fresh = last === undefined ? read : read.filter(({ seq }) => seq > last)
    // Reads of clients far behind are not cached, because old events are rarely read twice.
    if (fresh[0] === undefined || (last === undefined ? (read.at(-1)?.seq ?? 0) < head : fresh[0].seq !== last + 1))
      return
    kept = [...kept, ...fresh.map((event) => ({ event, bytes: JSON.stringify(event).length }))].slice(-maxKept)
    let bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
    while (bytes > maxKeptBytes && kept.length > 1) bytes -= kept.shift()?.bytes ?? 0
  }

  const read = (after: number): Promise<DealEvent[]> => {
    const begun = reading.get(after)
    if (begun !== undefined) return begun
    const reads = events
      .after({ dealId, after })
      .then((found) => {
        keep(found)
        return found
      })
      .finally(() => reading.delete(after))
    reading.set(after, reads)
    return reads
  }

  const next = async (after: number): Promise<DealEvent[]> => {
    const first = kept[0]?.event.seq
    if (first !== undefined && first <= after + 1) {
      const known = kept.slice(after + 1 - first)
      if (known.length > 0) return known.map(({ event }) => event)
    }
    return read(after)
  }

  const grown = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })

  return {
    head: (): number => head,

    /** Reports the latest sequence number; numbers that arrive late are ignored. */
    advance: (seq: number): void => {
      if (seq <= head) return
      head = seq
      for (const wake of [...waiting]) wake()
    },

    /**
     * Yields every event after a sequence number in order and exactly once, first the existing ones, then new ones,
     * until the signal aborts.
     */
    follow: async function* (after: number, signal: AbortSignal): AsyncGenerator<DealEvent[]> {
      let at = after
      while (!signal.aborted) {
        if (at >= head) {
          await grown(signal)
          continue
        }
        const events = await next(at)
        const last = events.at(-1)
        if (last === undefined || events[0]?.seq !== at + 1) throw new Error('The journal has a gap')
        yield events
        at = last.seq
      }
    },
  }
}
