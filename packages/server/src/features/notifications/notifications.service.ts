import type { Actor } from '../../actor.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Notice } from '../audit-trail/index.ts'
import type { MentionMails } from './mention-mails.ts'
import { announce } from './notification-watch.ts'
import type { NotificationsPage, NotificationsStore } from './notifications.store.ts'
import { onePerPerson } from './one-per-person.ts'
import type { WhatToRead } from './what-to-read.ts'

interface Deps {
  store: NotificationsStore
  database: Database
  bus: Pick<Bus, 'publish'>
  mails: MentionMails
  now: Clock
}

/**
 * Maximum marked in one transaction, so that a user with a million unread notifications does not hold all their locks.
 */
const perReading = 5_000

export type Notifications = ReturnType<typeof createNotifications>

export const createNotifications = ({ store, database, bus, mails, now }: Deps) => {
  /** Marks the next batch up to a number, by default up to the newest. */
  const readSome = (userId: string, wanted: WhatToRead, upTo?: number): Promise<{ count: number; upTo: number }> =>
    database.transaction(async () => {
      const newest = (await store.lock(userId)) ?? 0
      const last = upTo ?? newest
      return { count: await store.read(userId, { ...wanted, upTo: last, at: now(), limit: perReading }), upTo: last }
    })

  return {
    /** Notifies users of an action within its transaction; streams and emails follow after the commit. */
    deliver: async (
      deal: { id: string; name: string },
      actor: Pick<Actor, 'userId'>,
      notices: readonly Notice[],
      at: Date,
    ): Promise<void> => {
      const addressed = onePerPerson(notices, actor.userId)
      if (addressed.length === 0) return
      const adding = store.add({
        dealId: deal.id,
        actorId: actor.userId,
        at,
        notifications: addressed.map(({ userId, notice: { type, commentId, sectionKey, snippet } }) => ({
          id: newId(),
          userId,
          type,
          commentId: commentId ?? null,
          sectionKey: sectionKey ?? null,
          snippet,
        })),
      })
      const why = new Map(addressed.map(({ userId, notice }) => [userId, notice]))
      await database.afterCommit(async () => {
        const { rows: delivered } = await adding
        for (const { userId, mailTo, actorName, actorEmailVerified } of delivered) {
          const { commentId = null, snippet = '' } = why.get(userId) ?? {}
          const who = { id: actor.userId, name: actorName, emailVerified: actorEmailVerified }
          if (mailTo !== null) mails.mentioned({ to: mailTo, actor: who, deal, commentId, snippet })
        }
        await announce(
          bus,
          delivered.map(({ userId }) => userId),
        )
      })
    },

    /** Notifies the owners of an organization within the transaction of the action. */
    tellOrgOwners: async (actor: Pick<Actor, 'userId'>, orgId: string, at: Date): Promise<void> => {
      const added = await store.addForOrg({ orgId, actorId: actor.userId, type: 'superadmin_entered', at })
      await database.afterCommit(() => announce(bus, added))
    },

    /** Returns one row more than requested, which shows whether there is another page. */
    page: async ({ userId }: Actor, wanted: NotificationsPage) => {
      const [rows, unread] = await Promise.all([
        store.page(userId, { ...wanted, limit: wanted.limit + 1 }),
        store.unread(userId),
      ])
      return { rows, unread }
    },

    read: async ({ userId }: Actor, wanted: WhatToRead): Promise<{ updated: number; unread: number }> => {
      let some = await readSome(userId, wanted)
      let updated = some.count
      // Notifications that arrive in between stay unread; otherwise the loop might never end.
      while (some.count === perReading) {
        some = await readSome(userId, wanted, some.upTo)
        updated += some.count
      }
      if (updated > 0) await database.afterCommit(() => announce(bus, [userId]))
      return { updated, unread: await store.unread(userId) }
    },
  }
}
