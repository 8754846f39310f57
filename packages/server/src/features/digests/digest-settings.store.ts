import type { NotificationType } from '@deal-canvas/contract'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { digestSettings } from '../../platform/database/tables/digests.ts'
import { isId } from '../../platform/ids.ts'
import { mailAddress } from './mail-address.ts'

export type DigestSettingsRow = Omit<typeof digestSettings.$inferSelect, 'reasons'> & {
  reasons: NotificationType[] | null
}

export type DigestSettingsStore = ReturnType<typeof createDigestSettingsStore>

export const createDigestSettingsStore = (database: Database) => {
  const { db } = database
  const found = (rows: (typeof digestSettings.$inferSelect)[]) => rows[0] as DigestSettingsRow | undefined

  return {
    find: async (userId: string) =>
      found(await db.select().from(digestSettings).where(eq(digestSettings.userId, userId))),

    /** Locks the settings. The person is locked as well, because the first time there is no row. */
    lock: async (userId: string): Promise<DigestSettingsRow | undefined> => {
      await database.query({
        name: 'digest_settings_lock_person',
        text: 'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE',
        values: [userId],
      })
      return found(await db.select().from(digestSettings).where(eq(digestSettings.userId, userId)).for('update'))
    },

    put: async (row: DigestSettingsRow): Promise<void> => {
      await db.insert(digestSettings).values(row).onConflictDoUpdate({ target: digestSettings.userId, set: row })
    },

    /** The number of the newest notification of a person. */
    newest: async (userId: string): Promise<number> => {
      const { rows } = await database.query<{ seq: number }>({
        name: 'digest_settings_newest',
        text: 'SELECT seq::float8 AS seq FROM notification_heads WHERE user_id = $1',
        values: [userId],
      })
      return rows[0]?.seq ?? 0
    },

    /** The verified address that mails to a person go to. */
    address: async (userId: string): Promise<string | null> => {
      const { rows } = await database.query<{ email: string | null }>({
        name: 'digest_settings_address',
        text: `SELECT ${mailAddress('$1')} AS email`,
        values: [userId],
      })
      return rows[0]?.email ?? null
    },

    /** The person whom an unsubscribe link names, with the address that their mails go to now. */
    named: async (
      unsubscribeId: string,
    ): Promise<{ userId: string; key: Buffer; address: string | null } | undefined> => {
      if (!isId(unsubscribeId)) return undefined
      const { rows } = await database.query<{ userId: string; key: Buffer; address: string | null }>({
        name: 'digest_settings_named',
        text: `SELECT s.user_id AS "userId", s.unsubscribe_key AS key, ${mailAddress('s.user_id')} AS address
          FROM digest_settings s WHERE s.unsubscribe_id = $1`,
        values: [unsubscribeId],
      })
      return rows[0]
    },

    /** Switches digests off. False: they were off. */
    switchOff: async (userId: string, at: Date): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'digest_settings_switch_off',
        text: `UPDATE digest_settings SET frequency = 'off', next_at = NULL, next_day = NULL, version = version + 1, updated_at = $2
          WHERE user_id = $1 AND frequency <> 'off' RETURNING user_id`,
        values: [userId, at],
      })
      return rows.length > 0
    },
  }
}
