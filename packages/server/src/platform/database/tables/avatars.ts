import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** Uploaded photos, at most one per person. `users.avatar_url` holds the path of the photo. */
export const avatars = pgTable(
  'avatars',
  {
    /** Random: anyone who knows it can load the photo. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaType: text('media_type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('avatars_user').on(table.userId)],
)
