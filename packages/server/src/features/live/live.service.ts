import type { CanvasSession, DealEvent } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import type { Connection } from '../../connection.ts'
import { refuse } from '../../domain-error.ts'
import type { CanvasSessions } from '../canvas/index.ts'
import { type ChannelDeps, holdChannel } from './channel.ts'
import type { DealEvents } from './deal-events.ts'
import { invalidates } from './invalidates.ts'
import type { LiveStore } from './live.store.ts'
import { resumeFrom } from './resume-from.ts'

interface Deps extends Omit<ChannelDeps, 'currentSession'> {
  store: LiveStore
  events: DealEvents
  sessions: Pick<CanvasSessions, 'open' | 'current'>
}

export interface From {
  since: number
  /** Absent if the caller does not name an epoch. */
  epoch: string | undefined
}

export interface EventsPage {
  events: DealEvent[]
  nextSince: number
  hasMore: boolean
  epoch: string
  recovered: boolean
}

export type StreamItem =
  | { hello: CanvasSession & { seq: number } }
  | { resumed: { recovered: boolean; from: number } }
  | { event: DealEvent }
  | { bye: string }

export type Live = ReturnType<typeof createLive>

/** Delivers the events of a deal on a channel, as an event stream, or by polling. */
export const createLive = ({ store, events, sessions, ...deps }: Deps) => {
  const open = new Set<Promise<void>>()

  const startOf = ({ since, epoch }: From, session: CanvasSession, seq: number) =>
    resumeFrom({ epoch: epoch ?? session.epoch, seq: since }, { epoch: session.epoch, seq })

  return {
    /** All checks that can reject a request run here, before the connection becomes a channel. */
    openChannel: async (actor: Actor, dealId: string): Promise<(connection: Connection) => void> => {
      const session = await sessions.open(dealId)
      const [person] = await store.people([actor.userId])
      const opening = { actor, dealId, session, person: person ?? refuse('not_authenticated') }
      return (connection) => {
        const channel = holdChannel({ ...deps, currentSession: sessions.current }, opening, connection)
          .catch(deps.onError)
          .finally(() => open.delete(channel))
        open.add(channel)
      }
    },

    page: async (actor: Actor, dealId: string, { limit, ...from }: From & { limit: number }): Promise<EventsPage> => {
      const session = await sessions.open(dealId)
      const [stand] = await store.stands([{ userId: actor.userId, dealId }])
      const seq = stand?.seq ?? refuse('deal_not_found')
      const start = startOf(from, session, seq)
      const read = start.from < seq ? await events.after({ dealId, after: start.from }) : []
      // Check again, so that a user who lost access while the events were read does not receive them.
      if (read.length > 0 && (await deps.enter(actor, dealId)) === undefined) return refuse('deal_not_found')
      const shown = read.slice(0, limit)
      const nextSince = shown.at(-1)?.seq ?? start.from
      return {
        events: shown,
        nextSince,
        hasMore: nextSince < seq,
        epoch: session.epoch,
        recovered: start.recovered,
      }
    },

    stream: async function* (
      actor: Actor,
      dealId: string,
      from: From,
      signal: AbortSignal,
    ): AsyncGenerator<StreamItem> {
      const session = await sessions.open(dealId)
      const over = new AbortController()
      const seat = await deps.deals.join({
        userId: actor.userId,
        dealId,
        grantId: actor.tokenGrantId,
        epoch: session.epoch,
        end: (reason) => over.abort(reason),
      })
      if (seat === undefined) return refuse('deal_not_found')
      try {
        if (over.signal.aborted) return refuse('deal_not_found')
        yield { hello: { ...session, seq: seat.seq } }
        const start = startOf(from, session, seat.seq)
        yield { resumed: start }
        for await (const batch of seat.tail.follow(start.from, AbortSignal.any([signal, over.signal]))) {
          for (const event of batch) {
            if (over.signal.aborted) break
            yield { event }
            if (invalidates(event, { after: seat.seq, epoch: session.epoch })) over.abort('invalidated')
          }
        }
        if (over.signal.aborted) yield { bye: String(over.signal.reason) }
      } finally {
        seat.leave()
      }
    },

    /** Resolves when all channels have released their resources. */
    settled: async (): Promise<void> => {
      await Promise.all(open)
    },
  }
}
