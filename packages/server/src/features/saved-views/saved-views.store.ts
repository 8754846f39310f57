import { maxSavedViews, maxSharedViews } from '@deal-canvas/contract'
import { and, count, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { savedViews } from '../../platform/database/tables/saved-views.ts'

export type StoredView = typeof savedViews.$inferSelect
/** A view with the name of the person who saved it. */
export type ViewRow = StoredView & { authorName: string }

export type SavedViewsStore = ReturnType<typeof createSavedViewsStore>

/** An author who is no longer an administrator of the organization shares nothing there. */
const isShared = `author.role IN ('owner', 'admin') AND ${roleCounts('author')} AND ${roleCounts('reader')}`

export const createSavedViewsStore = (database: Database) => {
  const { db } = database
  const fields = `v.id, v.user_id AS "userId", v.org_id AS "orgId", v.name, v.filters, v.sort, v.direction, v.columns,
    v.metrics, v.version, v.created_at AS "createdAt", v.updated_at AS "updatedAt", u.display_name AS "authorName"`

  return {
    mine: async (userId: string): Promise<ViewRow[]> => {
      const { rows } = await database.query<ViewRow>({
        name: 'saved_views_mine',
        text: `SELECT ${fields} FROM saved_views v JOIN users u ON u.id = v.user_id
          WHERE v.user_id = $1 ORDER BY lower(v.name) COLLATE "C", v.id LIMIT ${maxSavedViews}`,
        values: [userId],
      })
      return rows
    },

    /** Views that others share with an organization of the user, newest first. */
    shared: async (userId: string): Promise<ViewRow[]> => {
      const { rows } = await database.query<ViewRow>({
        name: 'saved_views_shared',
        text: `SELECT ${fields} FROM org_members reader JOIN orgs g ON g.id = reader.org_id AND g.status = 'active'
            JOIN saved_views v ON v.org_id = reader.org_id AND v.user_id <> $1
            JOIN org_members author ON author.org_id = v.org_id AND author.user_id = v.user_id
            JOIN users u ON u.id = v.user_id AND u.status = 'active'
          WHERE reader.user_id = $1 AND ${isShared}
          ORDER BY v.updated_at DESC, v.id LIMIT ${maxSharedViews}`,
        values: [userId],
      })
      return rows
    },

    /** Locks the person's views: saving two at once must not exceed the limit. */
    lock: async (userId: string): Promise<void> => {
      await database.query({ text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [userId] })
    },

    count: async (userId: string): Promise<number> =>
      (await db.select({ count: count() }).from(savedViews).where(eq(savedViews.userId, userId)))[0]?.count ?? 0,

    /** Whether another view of the person has the name, in any case. */
    hasName: async (userId: string, name: string, except: string | undefined): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'saved_views_name',
        text: 'SELECT FROM saved_views WHERE user_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3',
        values: [userId, name, except ?? null],
      })
      return rows.length > 0
    },

    add: async (view: StoredView): Promise<void> => {
      await db.insert(savedViews).values(view)
    },

    change: async ({ id, userId, ...change }: Partial<StoredView> & Pick<StoredView, 'id' | 'userId'>) => {
      await db
        .update(savedViews)
        .set(change)
        .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    },

    remove: async (userId: string, id: string): Promise<void> => {
      await db.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    },
  }
}
