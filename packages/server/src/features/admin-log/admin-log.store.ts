import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { adminLog } from '../../platform/database/tables/admin-log.ts'
import { users } from '../../platform/database/tables/users.ts'

export type AdminLogStore = ReturnType<typeof createAdminLogStore>
export type ActRow = Awaited<ReturnType<AdminLogStore['page']>>[number]

export interface ActsPage {
  actorId?: string | undefined
  action?: string | undefined
  targetId?: string | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}

export const createAdminLogStore = ({ db }: Database) => ({
  add: (act: typeof adminLog.$inferInsert) => db.insert(adminLog).values(act),
  page: ({ actorId, action, targetId, after, limit }: ActsPage) =>
    db
      .select({ act: adminLog, actorName: users.displayName, actorEmailVerified: users.emailVerified })
      .from(adminLog)
      .innerJoin(users, eq(users.id, adminLog.actorId))
      .where(
        and(
          actorId === undefined ? undefined : eq(adminLog.actorId, actorId),
          action === undefined ? undefined : eq(adminLog.action, action),
          targetId === undefined ? undefined : eq(adminLog.targetId, targetId),
          olderThan([adminLog.at, adminLog.id], after),
        ),
      )
      .orderBy(desc(adminLog.at), desc(adminLog.id))
      .limit(limit),
})
