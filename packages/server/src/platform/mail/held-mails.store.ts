import type { Database } from '../database/database.ts'

export interface HeldMail {
  id: string
  recipient: string
  senderId: string
  /** Null if it is not about a deal. */
  dealId: string | null
  sealed: string
  createdAt: Date
}

export type HeldMailsStore = ReturnType<typeof createHeldMailsStore>

export const createHeldMailsStore = (database: Database) => ({
  add: async ({ id, recipient, senderId, dealId, sealed, createdAt }: HeldMail): Promise<void> => {
    await database.query({
      name: 'held_mail_add',
      text: 'INSERT INTO held_mails (id, recipient, sender_id, deal_id, sealed, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [id, recipient, senderId, dealId, sealed, createdAt],
    })
  },

  /** Recipients with mails held since before that time, oldest first, excluding some. */
  due: async (heldBefore: Date, without: readonly string[], limit: number): Promise<string[]> => {
    const { rows } = await database.query<{ recipient: string }>({
      text: `SELECT recipient FROM held_mails WHERE created_at <= $1 AND recipient <> ALL($2::text[])
        GROUP BY recipient ORDER BY min(created_at) LIMIT $3`,
      values: [heldBefore, without, limit],
    })
    return rows.map(({ recipient }) => recipient)
  },

  /** Locks and returns the held mails of a recipient, oldest first; none if another node is processing them. */
  take: async (recipient: string, limit: number): Promise<Pick<HeldMail, 'id' | 'sealed' | 'createdAt'>[]> => {
    const { rows } = await database.query<{ mine: boolean }>({
      text: "SELECT pg_try_advisory_xact_lock(hashtext('held mails'), hashtext($1)) AS mine",
      values: [recipient],
    })
    if (rows[0]?.mine !== true) return []
    const held = await database.query<Pick<HeldMail, 'id' | 'sealed' | 'createdAt'>>({
      text: `SELECT id, sealed, created_at AS "createdAt" FROM held_mails
        WHERE recipient = $1 ORDER BY created_at, id LIMIT $2`,
      values: [recipient, limit],
    })
    return held.rows
  },

  remove: async (ids: readonly string[]): Promise<void> => {
    await database.query({ text: 'DELETE FROM held_mails WHERE id = ANY($1::uuid[])', values: [ids] })
  },
})
