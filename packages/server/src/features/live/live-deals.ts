import { batchLoader } from '../../platform/batch-loader.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { dealChangedTopic } from '../audit-trail/index.ts'
import { canvasInvalidatedTopic } from '../canvas/index.ts'
import type { DealEvents } from './deal-events.ts'
import { createDealTail, type DealTail } from './deal-tail.ts'
import type { LiveStore, Pair, Stand } from './live.store.ts'

/** A user who follows a deal on a channel or an event stream. */
export interface Follower extends Pair {
  /** Set if access depends on a superadmin grant alone. */
  readonly grantId: string | undefined
  /** The epoch at the time of joining. */
  readonly epoch: string
  /** Ends the connection: the user can no longer see the deal, or a session has ended. */
  end(reason: 'role_lost' | 'session_ended' | 'invalidated'): void
  /** Called once a second. */
  tick?(at: Date): void
}

interface Deps {
  store: Pick<LiveStore, 'stands'>
  /** Returns the superadmin grants that still give access. */
  goodGrants(grantIds: readonly string[]): Promise<Set<string>>
  events: DealEvents
  bus: Pick<Bus, 'subscribe'>
  now: Clock
  onError(error: unknown): void
  /**
   * How often sequence numbers and roles of all open deals are checked. This way a lost bus message delays an event but
   * never loses it.
   */
  everyMs?: number
}

interface OpenDeal {
  tail: DealTail
  followers: Set<Follower>
}

const pairsPerQuery = 1_000

const nowhere: Stand = { seq: null, visible: false, active: false }

const pairOf = ({ userId, dealId }: Pair): string => `${userId} ${dealId}`

export type LiveDeals = Awaited<ReturnType<typeof createLiveDeals>>

/** The deals that are followed on this node. */
export const createLiveDeals = async ({ store, goodGrants, events, bus, now, onError, everyMs = 1_000 }: Deps) => {
  const open = new Map<string, OpenDeal>()
  // Runs for each batch of events of each deal; concurrent calls share one query.
  const standOf = batchLoader((pairs: Pair[]) => store.stands(pairs), { maxBatch: pairsPerQuery })

  /** Ends followers who lost access. Returns the state of each deal, by user and deal. */
  const compare = async (followers: readonly Follower[]): Promise<Map<string, Stand>> => {
    const pairs = [...new Map(followers.map((follower) => [pairOf(follower), follower] as const)).values()]
    const found = await Promise.all(pairs.map(standOf))
    const stands = new Map(pairs.map((pair, place) => [pairOf(pair), found[place] ?? nowhere]))
    const grantIds = followers.flatMap(({ grantId }) => grantId ?? [])
    const good = grantIds.length === 0 ? new Set() : await goodGrants(grantIds)
    for (const follower of followers) {
      const { seq, visible, active } = stands.get(pairOf(follower)) ?? nowhere
      const isIn = follower.grantId === undefined ? visible && seq !== null : good.has(follower.grantId)
      if (!active) follower.end('session_ended')
      else if (!isIn) follower.end('role_lost')
    }
    return stands
  }

  const compareAll = async (followers: readonly Follower[]): Promise<void> => {
    for (let start = 0; start < followers.length; start += pairsPerQuery) {
      const slice = followers.slice(start, start + pairsPerQuery)
      const stands = await compare(slice)
      for (const { dealId, userId } of slice)
        open.get(dealId)?.tail.advance(stands.get(pairOf({ dealId, userId }))?.seq ?? 0)
    }
  }

  /**
   * Events are sent only after the access of every follower was checked again. A user who lost access before an event
   * was committed is disconnected before it is sent, whichever node, route or SQL statement removed the access.
   */
  const eventsForFollowers: DealEvents = {
    after: async (stretch) => {
      const found = await events.after(stretch)
      const followers = [...(open.get(stretch.dealId)?.followers ?? [])]
      await compareAll(followers)
      return found
    },
  }

  let looking = false
  const lookAgain = async (): Promise<void> => {
    // If the database is slow, identical checks must not queue up.
    if (looking) return
    looking = true
    try {
      const all = [...open.values()].flatMap(({ followers }) => [...followers])
      await compareAll(all)
      const at = now()
      for (const follower of all) follower.tick?.(at)
    } catch (error) {
      onError(error)
    } finally {
      looking = false
    }
  }

  const unsubscribes = [
    await bus.subscribe(dealChangedTopic, {
      onMessage: (message) => {
        const { dealId, seq } = message as { dealId: string; seq: number }
        open.get(dealId)?.tail.advance(seq)
      },
      onGap: () => void lookAgain(),
    }),
    await bus.subscribe(canvasInvalidatedTopic, {
      onMessage: (message) => {
        const { dealIds, epoch } = message as { dealIds: string[]; epoch: string | null }
        for (const dealId of dealIds)
          for (const follower of [...(open.get(dealId)?.followers ?? [])])
            if (follower.epoch !== epoch) follower.end('invalidated')
      },
      // A missed message is harmless: the channel learns of it from the audit trail or when renewing its presence
      // fails.
      onGap: () => undefined,
    }),
  ]

  let timer: NodeJS.Timeout | undefined
  const enter = (follower: Follower): OpenDeal => {
    const { dealId } = follower
    const deal = open.get(dealId) ?? {
      tail: createDealTail({ dealId, events: eventsForFollowers }),
      followers: new Set(),
    }
    open.set(dealId, deal)
    deal.followers.add(follower)
    timer ??= setInterval(() => void lookAgain(), everyMs).unref()
    return deal
  }
  const leave = (follower: Follower): void => {
    const deal = open.get(follower.dealId)
    if (deal === undefined || !deal.followers.delete(follower) || deal.followers.size > 0) return
    open.delete(follower.dealId)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Returns undefined if the deal no longer exists. Once joined, the follower misses no event. */
    join: async (follower: Follower): Promise<{ tail: DealTail; seq: number; leave(): void } | undefined> => {
      // Register before reading, so that the bus reports events committed in between.
      const { tail } = enter(follower)
      try {
        const seq = (await compare([follower])).get(pairOf(follower))?.seq ?? null
        if (seq !== null) {
          tail.advance(seq)
          return { tail, seq, leave: () => leave(follower) }
        }
      } catch (error) {
        leave(follower)
        throw error
      }
      leave(follower)
      return undefined
    },

    close: async (): Promise<void> => {
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) await unsubscribe()
    },
  }
}
