import { batchLoader } from '../../platform/batch-loader.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { dealChangedTopic } from '../audit-trail/deal-changes.service.ts'
import { canvasInvalidatedTopic } from '../canvas/canvas-invalidation.ts'
import type { DealEvents } from './deal-events.ts'
import { createDealTail, type DealTail } from './deal-tail.ts'
import type { LiveStore, Pair, Stand } from './live.store.ts'

/** Someone who follows a deal, on a channel or a stream. */
export interface Follower extends Pair {
  /** Set where a superadmin's grant is all that lets them in. */
  readonly grantId: string | undefined
  /** The epoch in which they came. */
  readonly epoch: string
  /** What they came for is over: they can no longer see the deal, or its session was ended. */
  end(reason: 'role_lost' | 'session_ended' | 'invalidated'): void
  /** Told once a second. */
  tick?(at: Date): void
}

interface Deps {
  store: Pick<LiveStore, 'stands'>
  /** Those of the superadmins' grants that still let someone in. */
  goodGrants(grantIds: readonly string[]): Promise<Set<string>>
  events: DealEvents
  bus: Pick<Bus, 'subscribe'>
  now: Clock
  onError(error: unknown): void
  /** How often heads and roles of all open deals are compared: a lost message on the bus delays, and never loses. */
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

/** The deals that somebody follows on this node. */
export const createLiveDeals = async ({ store, goodGrants, events, bus, now, onError, everyMs = 1_000 }: Deps) => {
  const open = new Map<string, OpenDeal>()
  // Asked for each batch of events of each deal: what is asked at the same time is one query.
  const standOf = batchLoader((pairs: Pair[]) => store.stands(pairs), { maxBatch: pairsPerQuery })

  /** Ends those who may no longer hear of their deal. Answers where the deals stand, by person and deal. */
  const compare = async (followers: readonly Follower[]): Promise<Map<string, Stand>> => {
    const pairs = [...new Map(followers.map((one) => [pairOf(one), one] as const)).values()]
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
   * Events leave only after everybody who follows the deal was looked at anew. Whoever lost the deal before an event was
   * committed is ended before it is told, whichever node, route or statement took it from them.
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
    // A slow database must not gather a queue of the same question.
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
      // Who is not told learns it from the journal, or when its presence cannot be renewed.
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
    /** Undefined: the deal is gone. From here on nothing that happens to the deal is missed. */
    join: async (follower: Follower): Promise<{ tail: DealTail; seq: number; leave(): void } | undefined> => {
      // First entered, then read: what is committed in between is told by the bus.
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
