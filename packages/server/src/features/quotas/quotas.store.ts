import type { Database } from '../../platform/database/database.ts'

/** Who is charged for a deal's storage, and how many bytes they use. */
export interface StorageOwner {
  ownerId: string
  isOrg: boolean
  bytes: number
}

export interface StorageOfOrg {
  orgId: string
  name: string
  bytes: number
}

export type QuotasStore = ReturnType<typeof createQuotasStore>

/** The intake has not finished, and if it already has a deal, the user still owns that deal. */
const isOpenIntake = `c.status <> 'ready' AND (c.deal_name IS NULL OR EXISTS (
  SELECT FROM deal_members m WHERE m.deal_id = c.deal_id AND m.user_id = c.owner_id AND m.role = 'owner'))`

const isOrg = 'EXISTS (SELECT FROM orgs WHERE orgs.id = owner_id) AS "isOrg"'

export const createQuotasStore = (database: Database) => ({
  /** Serializes quota checks of one user until the end of the transaction. */
  hold: async (what: string, userId: string): Promise<void> => {
    await database.query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [`quota ${what} ${userId}`] })
  },

  deals: async (userId: string): Promise<number> => {
    const { rows } = await database.query<{ count: number }>({
      name: 'quota_deals',
      text: 'SELECT count(*)::int AS count FROM deals WHERE created_by = $1',
      values: [userId],
    })
    return rows[0]?.count ?? 0
  },

  openIntakes: async (userId: string): Promise<number> => {
    const { rows } = await database.query<{ count: number }>({
      name: 'quota_intakes',
      text: `SELECT count(*)::int AS count FROM intake_conversations c WHERE c.owner_id = $1 AND ${isOpenIntake}`,
      values: [userId],
    })
    return rows[0]?.count ?? 0
  },

  /** Undefined if the deal has no owner. */
  storage: async (dealId: string): Promise<StorageOwner | undefined> => {
    const { rows } = await database.query<StorageOwner>({
      name: 'quota_storage',
      text: `SELECT owner_id AS "ownerId", coalesce((SELECT bytes FROM storage_usage u WHERE u.owner_id = o.owner_id), 0)::float8 AS bytes,
          ${isOrg}
        FROM (SELECT storage_owner($1) AS owner_id) o WHERE owner_id IS NOT NULL`,
      values: [dealId],
    })
    return rows[0]
  },

  /**
   * Same as `storage`, but locks the row until the end of the transaction, so that concurrent uploads wait and then see
   * these bytes.
   */
  holdStorage: async (dealId: string): Promise<StorageOwner | undefined> => {
    const { rows } = await database.query<StorageOwner>({
      name: 'quota_hold_storage',
      text: `INSERT INTO storage_usage AS u (owner_id, bytes)
        SELECT owner_id, 0 FROM (SELECT storage_owner($1) AS owner_id) o WHERE owner_id IS NOT NULL
        ON CONFLICT (owner_id) DO UPDATE SET bytes = u.bytes
        RETURNING owner_id AS "ownerId", bytes::float8 AS bytes, ${isOrg}`,
      values: [dealId],
    })
    return rows[0]
  },

  personalBytes: async (userId: string): Promise<number> => {
    const { rows } = await database.query<{ bytes: number }>({
      name: 'quota_personal_bytes',
      text: 'SELECT bytes::float8 AS bytes FROM storage_usage WHERE owner_id = $1',
      values: [userId],
    })
    return rows[0]?.bytes ?? 0
  },

  /** Usage of the organizations that the user belongs to. */
  bytesOfOrgs: async (userId: string, limit: number): Promise<StorageOfOrg[]> => {
    const { rows } = await database.query<StorageOfOrg>({
      name: 'quota_bytes_of_orgs',
      text: `SELECT o.id AS "orgId", o.name, coalesce(u.bytes, 0)::float8 AS bytes
        FROM org_members m JOIN orgs o ON o.id = m.org_id LEFT JOIN storage_usage u ON u.owner_id = o.id
        WHERE m.user_id = $1 AND o.status = 'active' ORDER BY o.name, o.id LIMIT $2`,
      values: [userId, limit],
    })
    return rows
  },
})
