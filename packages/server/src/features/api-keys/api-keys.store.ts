import { type ApiKeyScope, maxApiKeyDeals, maxApiKeys, type OrgRole } from '@deal-canvas/contract'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { apiKeyDeals, apiKeySecrets, apiKeys } from '../../platform/database/tables/api-keys.ts'
import { orgMembers } from '../../platform/database/tables/orgs.ts'
import { users } from '../../platform/database/tables/users.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

export type ApiKeysStore = ReturnType<typeof createApiKeysStore>
export type StoredKey = typeof apiKeys.$inferSelect
export type StoredSecret = typeof apiKeySecrets.$inferSelect

/** A secret with which requests can be made now, and its key. */
export interface LiveSecret {
  secretId: string
  keyId: string
  orgId: string
  userId: string
  scope: ApiKeyScope
  validUntil: Date
}

/** A key as people see it. */
export interface ApiKeyRow extends Omit<StoredKey, 'revokedAt'> {
  hint: string
  formerUntil: Date | null
  createdByName: string | null
  createdByRole: OrgRole | null
  deals: { deal_id: string; name: string }[]
  hiddenDeals: number
}

/** A secret works until it ends, while its key was not revoked and the organization is active. */
const isLive = `s.valid_until > $2 AND k.revoked_at IS NULL AND g.status = 'active'`

/** The key `k` as the user `$2` sees it. */
const shown = `k.id, k.org_id AS "orgId", k.user_id AS "userId", k.name, k.scope, k.all_deals AS "allDeals",
  k.created_by AS "createdBy", k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.rotated_at AS "rotatedAt",
  k.last_used_at AS "lastUsedAt", k.last_used_network AS "lastUsedNetwork", k.version,
  creator.display_name AS "createdByName", place.role AS "createdByRole", newest.hint,
  (SELECT max(s.valid_until) FROM api_key_secrets s WHERE s.key_id = k.id AND s.id <> newest.id AND s.valid_until > $3)
    AS "formerUntil",
  coalesce(granted.deals, '[]') AS deals, granted.hidden::int AS "hiddenDeals"`
const fromKeys = `FROM api_keys k
  LEFT JOIN users creator ON creator.id = k.created_by
  LEFT JOIN org_members place ON place.org_id = k.org_id AND place.user_id = k.created_by
  CROSS JOIN LATERAL (
    SELECT s.id, s.hint FROM api_key_secrets s WHERE s.key_id = k.id ORDER BY s.created_at DESC, s.id DESC LIMIT 1) newest
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('deal_id', d.id, 'name', d.name) ORDER BY d.name, d.id)
        FILTER (WHERE d.place <= ${maxApiKeyDeals}) AS deals,
      (SELECT count(*) FROM api_key_deals c WHERE c.key_id = k.id) - least(count(*), ${maxApiKeyDeals}) AS hidden
    FROM (SELECT e.id, e.name, row_number() OVER (ORDER BY e.name, e.id) AS place
      FROM api_key_deals c JOIN deals e ON e.id = c.deal_id
      WHERE c.key_id = k.id AND ${visibleDeal('$2', 'e.id')}) d) granted
  WHERE k.org_id = $1 AND k.revoked_at IS NULL`

export const createApiKeysStore = (database: Database) => {
  const { db } = database

  return {
    liveSecret: async (by: { hash: string } | { id: string }, now: Date): Promise<LiveSecret | undefined> => {
      const [column, value] = 'hash' in by ? ['hash', by.hash] : ['id', by.id]
      const { rows } = await database.query<LiveSecret>({
        name: `api_keys_live_by_${column}`,
        text: `SELECT s.id AS "secretId", k.id AS "keyId", k.org_id AS "orgId", k.user_id AS "userId", k.scope,
            s.valid_until AS "validUntil"
          FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id JOIN orgs g ON g.id = k.org_id
          WHERE s.${column} = $1 AND ${isLive}`,
        values: [value, now],
      })
      return rows[0]
    },

    liveAmong: async (secretIds: readonly string[], now: Date): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'api_keys_live_among',
        text: `SELECT s.id FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id JOIN orgs g ON g.id = k.org_id
          WHERE s.id = ANY($1::uuid[]) AND ${isLive}`,
        values: [secretIds, now],
      })
      return new Set(rows.map(({ id }) => id))
    },

    /** Several nodes can note the same use; only the first writes. */
    noteUse: async (
      keyId: string,
      { at, network, unlessSince }: { at: Date; network: string; unlessSince: Date },
    ): Promise<void> => {
      await database.query({
        name: 'api_keys_note_use',
        text: `UPDATE api_keys SET last_used_at = $2, last_used_network = $3
          WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)`,
        values: [keyId, at, network, unlessSince],
      })
    },

    ofOrg: async (orgId: string, viewerId: string, now: Date): Promise<ApiKeyRow[]> => {
      const { rows } = await database.query<ApiKeyRow>({
        name: 'api_keys_of_org',
        text: `SELECT ${shown} ${fromKeys} ORDER BY k.created_at DESC, k.id DESC LIMIT ${maxApiKeys}`,
        values: [orgId, viewerId, now],
      })
      return rows
    },

    one: async (orgId: string, keyId: string, viewerId: string, now: Date): Promise<ApiKeyRow | undefined> => {
      const { rows } = await database.query<ApiKeyRow>({
        name: 'api_keys_one',
        text: `SELECT ${shown} ${fromKeys} AND k.id = $4`,
        values: [orgId, viewerId, now, keyId],
      })
      return rows[0]
    },

    /** The caller holds the row of the organization, which serializes its changes. */
    find: async (orgId: string, keyId: string): Promise<StoredKey | undefined> =>
      (
        await db
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      )[0],

    countOf: async (orgId: string): Promise<number> =>
      (
        await db
          .select({ keys: count() })
          .from(apiKeys)
          .where(and(eq(apiKeys.orgId, orgId), isNull(apiKeys.revokedAt)))
      )[0]?.keys ?? 0,

    /** Those of the deals that belong to the organization. */
    dealsAmong: async (orgId: string, dealIds: readonly string[]): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'api_keys_deals_among',
        text: 'SELECT id FROM deals WHERE org_id = $1 AND id = ANY($2::text[])',
        values: [orgId, dealIds],
      })
      return new Set(rows.map(({ id }) => id))
    },

    add: async (key: StoredKey, shownName: string, visitorId: string, dealIds: readonly string[]): Promise<void> => {
      const { userId, orgId, createdAt } = key
      await db.insert(users).values({
        id: userId,
        displayName: shownName,
        status: 'service',
        // Its name is given by an administrator and carries a mark of its own, so the one for unproven addresses would
        // be wrong.
        emailVerified: true,
        analyticsVisitorId: visitorId,
        mailPreferences: { mentions: false },
        createdAt,
        updatedAt: createdAt,
      })
      await db.insert(orgMembers).values({ orgId, userId, role: 'member', createdAt })
      await db.insert(apiKeys).values(key)
      if (dealIds.length > 0) await db.insert(apiKeyDeals).values(dealIds.map((dealId) => ({ keyId: key.id, dealId })))
    },

    addSecret: async (secret: StoredSecret): Promise<void> => {
      await db.insert(apiKeySecrets).values(secret)
    },

    /** Ends the secrets of a key at that time; those that are over are removed. */
    endSecrets: async (keyId: string, until: Date, now: Date): Promise<void> => {
      await database.query({
        text: `WITH newest AS (SELECT id FROM api_key_secrets WHERE key_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1),
            removed AS (DELETE FROM api_key_secrets
              WHERE key_id = $1 AND (id NOT IN (SELECT id FROM newest) OR valid_until <= $3 OR $2 <= $3))
          UPDATE api_key_secrets SET valid_until = least(valid_until, $2)
          WHERE key_id = $1 AND id IN (SELECT id FROM newest) AND valid_until > $3 AND $2 > $3`,
        values: [keyId, until, now],
      })
    },

    save: async (keyId: string, change: Partial<StoredKey>): Promise<void> => {
      await db.update(apiKeys).set(change).where(eq(apiKeys.id, keyId))
    },

    /** Its name stays beside what it wrote. */
    removeMember: async (orgId: string, userId: string): Promise<void> => {
      await db.delete(orgMembers).where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId)))
    },

    nameOf: async (userId: string): Promise<string> =>
      (await db.select({ name: users.displayName }).from(users).where(eq(users.id, userId)))[0]?.name ?? '',

    ownerAddresses: async (orgId: string): Promise<string[]> => {
      const { rows } = await database.query<{ email: string }>({
        name: 'api_keys_owner_addresses',
        text: `SELECT e.email FROM org_members o JOIN users u ON u.id = o.user_id AND u.status = 'active'
            JOIN user_emails e ON e.user_id = u.id AND e.is_primary AND e.verified_at IS NOT NULL
          WHERE o.org_id = $1 AND o.role = 'owner' ORDER BY e.email LIMIT 100`,
        values: [orgId],
      })
      return rows.map(({ email }) => email)
    },
  }
}
