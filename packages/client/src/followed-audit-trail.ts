import type { AnswerOf, ClientFrame, DealEvent, dealEvents, QueryOf, ServerFrame } from '@deal-canvas/contract'
import { catchUp } from './catch-up.ts'
import type { LiveHandlers } from './live.ts'

export type ReadAuditTrail = (query: QueryOf<typeof dealEvents>) => Promise<AnswerOf<typeof dealEvents>>

interface Beginning {
  epoch: string
  resumed: Pick<Extract<ServerFrame, { type: 'resumed' }>, 'recovered' | 'from'>
  /** Drops this connection; the next one resumes from the current position. */
  giveUp(): void
}

/** The audit trail of a deal, followed over any number of connections: each event is delivered once and in order. */
export const createFollowedAuditTrail = (
  { from, event, lost }: Pick<LiveHandlers, 'from' | 'event' | 'lost'>,
  read: ReadAuditTrail,
) => {
  let position = from
  let hasGap = false
  /** Events that arrived while earlier ones were still being fetched. */
  let held: DealEvent[] | undefined
  let epoch = ''
  let connections = 0

  const tell = (entry: DealEvent): void => {
    if (entry.seq <= (position?.seq ?? 0)) return
    position = { epoch, seq: entry.seq }
    event(entry)
  }

  const fetchMissed = async (since: number, upTo: number, giveUp: () => void): Promise<void> => {
    const mine = connections
    const isWanted = () => connections === mine
    const later: DealEvent[] = []
    held = later
    try {
      const readMore = (at: number) => read({ since: at, epoch })
      const closesGap = await catchUp({ since, upTo }, { read: readMore, tell, isWanted })
      if (!isWanted()) return
      hasGap = !closesGap
      if (!closesGap) return giveUp()
      held = undefined
      for (const entry of later) tell(entry)
    } catch {
      if (isWanted()) giveUp()
    }
  }

  return {
    /** The first frame to send on a connection. */
    first: (): ClientFrame => (position === undefined ? { type: 'ping' } : { type: 'resume', ...position }),

    begin: ({ epoch: now, resumed: { recovered, from: begun }, giveUp }: Beginning): void => {
      const known = position
      const cameLate = !recovered && !hasGap && known?.epoch === now && known.seq <= begun
      const isLost = hasGap || (known !== undefined && !recovered && !cameLate)
      epoch = now
      hasGap = false
      if (!cameLate) position = { epoch, seq: begun }
      else if (known.seq < begun) void fetchMissed(known.seq, begun, giveUp)
      if (isLost) lost()
    },

    hear: (entry: DealEvent): void => {
      if (held === undefined) tell(entry)
      else held.push(entry)
    },

    /** The canvas session is no longer valid: events delivered since may have a gap. */
    invalidate: (): void => {
      hasGap = true
    },

    /** The connection is lost. Returns whether it had delivered everything missed before it. */
    cut: (): boolean => {
      const isWhole = held === undefined
      held = undefined
      connections += 1
      return isWhole
    },
  }
}
