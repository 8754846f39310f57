import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { AuthStore } from './auth.store.ts'
import { idleDays } from './refresh-rotation.ts'

/** Published to every node when sessions of a user end, so that open streams close. */
export const sessionsEndedTopic = 'sessions.ended'

interface Deps {
  store: AuthStore
  database: Database
  bus: Bus
  now: Clock
}

export interface SessionsPage {
  limit: number
  after: { time: Date; id: string } | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/** Lists and ends the sessions of a user. An ended session is rejected at its next request. */
export const createSessions = ({ store, database, bus, now }: Deps) => {
  const end = async (userId: string, which: { only?: string; except?: string; reason: string }): Promise<string[]> => {
    const ended = await store.revoke(userId, { ...which, now: now() })
    if (ended.length > 0) await database.afterCommit(() => bus.publish(sessionsEndedTopic, { userId }))
    return ended
  }

  return {
    end,

    mine: (actor: Actor, { limit, after }: SessionsPage) =>
      store.openSessions(actor.userId, {
        now: now(),
        idleSince: later(now(), -days(idleDays)),
        after,
        limit: limit + 1,
      }),

    endMine: async (actor: Actor, sessionId: string): Promise<void> => {
      const ended = isId(sessionId) ? await end(actor.userId, { only: sessionId, reason: 'ended_by_user' }) : []
      if (ended.length === 0) refuse('session_not_found')
    },
  }
}
