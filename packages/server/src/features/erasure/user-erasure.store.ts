import type { Database } from '../../platform/database/database.ts'
import { createMentionsStore } from './mentions.store.ts'

/** Current and former personal data of a user that must not be found after the erasure. */
export interface PersonalData {
  status: string
  displayNames: string[]
  /** Name parts and image URLs. */
  details: string[]
  /** Every address the account ever had, except those that now belong to another account. */
  addresses: string[]
}

export interface PersonalDeal {
  dealId: string
  /** Whether it has other owners. */
  isShared: boolean
}

/** Fields of the admin log that identify a person. */
const personal = "ARRAY['email', 'display_name', 'first_name', 'last_name', 'avatar_url']"

/** Tables whose rows of a person are deleted, with the column that holds the user id. */
const own: readonly (readonly [table: string, column: string])[] = [
  ['sessions', 'user_id'],
  ['avatars', 'user_id'],
  ['user_emails', 'user_id'],
  ['email_codes', 'user_id'],
  ['magic_links', 'user_id'],
  // After the addresses: deleting an address writes here.
  ['security_events', 'user_id'],
  ['notifications', 'user_id'],
  ['notification_counters', 'user_id'],
  ['notification_heads', 'user_id'],
  ['digests', 'user_id'],
  ['digest_settings', 'user_id'],
  ['idempotency_keys', 'user_id'],
  ['idempotency_usage', 'user_id'],
  ['held_mails', 'sender_id'],
  ['deal_imports', 'requested_by'],
  ['deal_seen', 'user_id'],
  ['saved_views', 'user_id'],
  ['deal_members', 'user_id'],
]

export type UserErasureStore = ReturnType<typeof createUserErasureStore>

export const createUserErasureStore = (database: Database) => {
  const run = (text: string, ...values: unknown[]) => database.query({ text, values })

  const mentions = createMentionsStore(database)

  /**
   * Rewrites whole values in responses stored for other users: names only if the response mentions the person,
   * addresses in any response.
   */
  const rewriteAnswers = (userId: string, erased: string, { isAddress }: { isAddress: boolean }, pseudonym: string) =>
    run(
      `UPDATE idempotency_keys SET answer = replace(answer, $2, $3)
      WHERE strpos(answer, $2) > 0 AND (strpos(answer, $1) > 0 OR $4)`,
      userId,
      JSON.stringify(erased),
      JSON.stringify(pseudonym),
      isAddress,
    )

  return {
    /** Locks the row, so that the account cannot be restored meanwhile. */
    lock: async (userId: string): Promise<PersonalData | undefined> => {
      const { rows } = await database.query<PersonalData>({
        text: `WITH known AS (
            SELECT to_jsonb(u) AS facts FROM users u WHERE id = $1
            UNION ALL SELECT to_jsonb(e) FROM user_emails e WHERE user_id = $1
            UNION ALL SELECT to_jsonb(c) FROM email_codes c WHERE user_id = $1
            UNION ALL SELECT to_jsonb(i) FROM org_invitations i WHERE accepted_by = $1
            UNION ALL SELECT data FROM security_events WHERE user_id = $1
            UNION ALL SELECT unnest(ARRAY[before, after]) FROM admin_log
              WHERE target_id = $1::text AND target_type = 'user'
          )
          SELECT u.status,
            ARRAY(SELECT DISTINCT facts ->> 'display_name' FROM known WHERE facts ->> 'display_name' <> '')
              AS "displayNames",
            ARRAY(
              SELECT DISTINCT detail FROM known
              CROSS JOIN unnest(ARRAY[facts ->> 'first_name', facts ->> 'last_name', facts ->> 'avatar_url']) AS detail
              WHERE detail <> ''
            ) AS details,
            ARRAY(
              SELECT DISTINCT facts ->> 'email' FROM known WHERE facts ->> 'email' <> '' AND NOT EXISTS (
                SELECT FROM user_emails other
                WHERE other.email = facts ->> 'email' AND other.user_id <> $1 AND other.verified_at IS NOT NULL)
            ) AS addresses
          FROM users u WHERE u.id = $1 FOR NO KEY UPDATE OF u`,
        values: [userId],
      })
      return rows[0]
    },

    /** Whether a user can receive a deal, and whether one of their addresses is verified. */
    recipient: async (userId: string): Promise<{ isActive: boolean; isVerified: boolean } | undefined> => {
      const { rows } = await database.query<{ isActive: boolean; isVerified: boolean }>({
        text: `SELECT status = 'active' AS "isActive",
            EXISTS (SELECT FROM user_emails e WHERE e.user_id = u.id AND e.verified_at IS NOT NULL) AS "isVerified"
          FROM users u WHERE id = $1`,
        values: [userId],
      })
      return rows[0]
    },

    /** Returns a page of the personal deals that a person owns. Processed deals no longer appear. */
    personalDeals: async (userId: string, limit: number): Promise<PersonalDeal[]> => {
      const { rows } = await database.query<PersonalDeal>({
        text: `SELECT d.id AS "dealId", EXISTS (
              SELECT FROM deal_members o JOIN users u ON u.id = o.user_id
              WHERE o.deal_id = d.id AND o.role = 'owner' AND o.user_id <> $1 AND u.status <> 'deleted') AS "isShared"
          FROM deal_members m JOIN deals d ON d.id = m.deal_id
          WHERE m.user_id = $1 AND m.role = 'owner' AND d.org_id IS NULL ORDER BY d.id LIMIT $2`,
        values: [userId, limit],
      })
      return rows
    },

    /** Returns deals that a person's intakes reserved but never created. */
    reservedDeals: async (userId: string, limit: number): Promise<string[]> => {
      const { rows } = await database.query<{ dealId: string }>({
        text: `SELECT deal_id AS "dealId" FROM intake_conversations c
          WHERE owner_id = $1 AND NOT EXISTS (SELECT FROM deals d WHERE d.id = c.deal_id) ORDER BY deal_id LIMIT $2`,
        values: [userId, limit],
      })
      return rows.map(({ dealId }) => dealId)
    },

    /** Removes all identifying data of a person. Their contributions stay under the pseudonym. */
    pseudonymize: async (
      userId: string,
      { displayNames, details, addresses }: PersonalData,
      pseudonym: string,
      at: Date,
    ): Promise<void> => {
      await run(
        `UPDATE users SET display_name = $2, first_name = NULL, last_name = NULL, avatar_url = NULL,
          password_hash = NULL, is_superadmin = FALSE, force_password_change = FALSE,
          analytics_visitor_id = gen_random_uuid(), mail_preferences = '{"mentions": false}', updated_at = $3
        WHERE id = $1`,
        userId,
        pseudonym,
        at,
      )
      for (const [table, column] of own) await run(`DELETE FROM ${table} WHERE ${column} = $1`, userId)
      // Shared and proposed scenarios stay, like everything that others have worked with.
      await run(
        `WITH gone AS (
          DELETE FROM scenarios WHERE created_by = $1 AND visibility = 'private' AND proposed_at IS NULL
          RETURNING deal_id, id
        )
        DELETE FROM uncertainty_settings s USING gone WHERE s.deal_id = gone.deal_id AND s.scenario_id = gone.id::text`,
        userId,
      )
      await run('DELETE FROM magic_links WHERE email = ANY($1)', addresses)
      await run('DELETE FROM org_invitations WHERE email = ANY($1)', addresses)
      await run('DELETE FROM held_mails WHERE recipient = ANY($1)', addresses)
      await run(
        `UPDATE admin_log SET before = before - ${personal}, after = after - ${personal}
        WHERE (target_id = $1::text AND target_type IN ('user', 'org_member'))
          OR before ->> 'email' = ANY($2) OR after ->> 'email' = ANY($2)`,
        userId,
        addresses,
      )
      for (const name of displayNames) await mentions.rewrite(userId, name, pseudonym)
      for (const text of [...displayNames, ...details])
        await rewriteAnswers(userId, text, { isAddress: false }, pseudonym)
      for (const address of addresses) await rewriteAnswers(userId, address, { isAddress: true }, pseudonym)
    },
  }
}
