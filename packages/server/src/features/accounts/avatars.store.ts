import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { avatars } from '../../platform/database/tables/avatars.ts'
import { isId } from '../../platform/ids.ts'

export type AvatarRow = typeof avatars.$inferSelect
export type AvatarsStore = ReturnType<typeof createAvatarsStore>

export const createAvatarsStore = ({ db }: Database) => ({
  find: async (id: string): Promise<AvatarRow | undefined> =>
    isId(id) ? (await db.select().from(avatars).where(eq(avatars.id, id)))[0] : undefined,

  add: async (row: AvatarRow): Promise<void> => {
    await db.insert(avatars).values(row)
  },

  removeOfUser: async (userId: string): Promise<void> => {
    await db.delete(avatars).where(eq(avatars.userId, userId))
  },
})
