import type { AnswerOf, ClientFrame, DealEvent, dealEvents, QueryOf, ServerFrame } from '@deal-canvas/contract'
import { catchUp } from './catch-up.ts'
import type { LiveHandlers } from './live.ts'

export type ReadJournal = (query: QueryOf<typeof dealEvents>) => Promise<AnswerOf<typeof dealEvents>>

interface Beginning {
  epoch: string
  resumed: Pick<Extract<ServerFrame, { type: 'resumed' }>, 'recovered' | 'from'>
  /** This connection is of no use; another one begins where it has come to. */
  giveUp(): void
}

/** What was told of the journal of a deal, over as many connections as it takes: each entry once and in order. */
export const createFollowedJournal = (
  { from, event, lost }: Pick<LiveHandlers, 'from' | 'event' | 'lost'>,
  read: ReadJournal,
) => {
  let position = from
  let hasGap = false
  /** What came while an older part was still being fetched. */
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
    /** The first thing to say on a connection. */
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

    /** The session of the canvas is over: what was told since may have a gap. */
    invalidate: (): void => {
      hasGap = true
    },

    /** The connection is gone. Answers whether it had told all that was missed before it. */
    cut: (): boolean => {
      const isWhole = held === undefined
      held = undefined
      connections += 1
      return isWhole
    },
  }
}
