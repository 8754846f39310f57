import type { OrgRole } from '@deal-canvas/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { scimUsers } from '../../platform/database/tables/scim.ts'
import { orgDomains } from '../../platform/database/tables/sso.ts'
import { type Columns, filterCondition } from './filter-conditions.ts'
import type { Filter } from './protocol/filter.ts'

export type PeopleStore = ReturnType<typeof createPeopleStore>

/** A member of an organization, or a suspended person whom its identity provider manages. */
export interface PersonRow {
  userId: string
  /** Null: the identity provider has not managed this member yet. */
  recordedName: string | null
  userName: string
  externalId: string | null
  email: string
  firstName: string | null
  lastName: string | null
  displayName: string
  /** Null: suspended. */
  role: OrgRole | null
  createdAccount: boolean
  createdAt: Date
  updatedAt: Date
}

export interface Paging {
  filter: Filter | undefined
  limit: number
  offset: number
}

const names = 'u.first_name, u.last_name, u.display_name'

// The rows of `p`: everyone whom the identity provider of organization $1 manages, and its other members. A member
// whose address is not verified could be anyone, so the identity provider never sees one under a colleague's name.
const people = `(
  SELECT u.id AS user_id, s.user_name AS recorded_name, s.user_name, s.external_id, s.created_account, s.email, ${names},
    m.role, s.created_at, greatest(u.updated_at, s.updated_at, m.created_at) AS updated_at
  FROM scim_users s JOIN users u ON u.id = s.user_id AND u.status <> 'deleted'
    LEFT JOIN org_members m ON m.org_id = s.org_id AND m.user_id = s.user_id
  WHERE s.org_id = $1 AND s.deleted_at IS NULL
  UNION ALL
  SELECT u.id, NULL, e.email, NULL, FALSE, e.email, ${names},
    m.role, m.created_at, greatest(u.updated_at, m.created_at)
  FROM org_members m JOIN users u ON u.id = m.user_id
    JOIN user_emails e ON e.user_id = m.user_id AND e.is_primary AND e.verified_at IS NOT NULL
  WHERE m.org_id = $1 AND NOT EXISTS (
    SELECT FROM scim_users s WHERE s.org_id = m.org_id AND s.user_id = m.user_id AND s.deleted_at IS NULL)
) p`

const selected = `p.user_id AS "userId", p.recorded_name AS "recordedName", p.user_name AS "userName",
  p.external_id AS "externalId", p.email, p.first_name AS "firstName", p.last_name AS "lastName",
  p.display_name AS "displayName", p.role, p.created_account AS "createdAccount", p.created_at AS "createdAt",
  p.updated_at AS "updatedAt"`

const recorded = (condition: string): string => `SELECT r.user_id FROM scim_users r
  WHERE r.org_id = $1 AND ${condition} AND r.deleted_at IS NULL`
/** The condition on the rows of `p` leaves out people who are recorded under another address. */
const addressed = (value: string): string => `SELECT e.user_id FROM user_emails e
  WHERE e.email = ${value} AND e.is_primary AND e.verified_at IS NOT NULL`

const email = {
  kind: 'text',
  sql: 'p.email',
  ignoresCase: true,
  equals: (value: string) =>
    `(p.email = ${value} AND p.user_id IN (${recorded(`r.email = ${value}`)} UNION ALL ${addressed(value)}))`,
} as const

const columns: Columns = {
  id: { kind: 'id', sql: 'p.user_id' },
  username: {
    kind: 'text',
    sql: 'lower(p.user_name)',
    ignoresCase: true,
    equals: (value) =>
      `(lower(p.user_name) = ${value}
        AND p.user_id IN (${recorded(`lower(r.user_name) = ${value}`)} UNION ALL ${addressed(value)}))`,
  },
  externalid: {
    kind: 'text',
    sql: 'p.external_id',
    ignoresCase: false,
    equals: (value) => `p.user_id IN (${recorded(`r.external_id = ${value}`)})`,
  },
  emails: email,
  'emails.value': email,
  'emails.type': { kind: 'text', sql: "'work'", ignoresCase: true },
  'emails.primary': { kind: 'boolean', sql: 'TRUE' },
  active: { kind: 'boolean', sql: 'p.role IS NOT NULL' },
}

export const createPeopleStore = (database: Database) => {
  const { db } = database
  const isRecord = (orgId: string, userId: string) => and(eq(scimUsers.orgId, orgId), eq(scimUsers.userId, userId))
  const condition = (filter: Filter | undefined, values: unknown[]) =>
    filter === undefined ? 'TRUE' : filterCondition(filter, columns, values)

  return {
    count: async (orgId: string, filter: Filter | undefined): Promise<number> => {
      const values: unknown[] = [orgId]
      const text = `SELECT count(*)::int AS count FROM ${people} WHERE ${condition(filter, values)}`
      return (await database.query<{ count: number }>({ text, values })).rows[0]?.count ?? 0
    },
    page: async (orgId: string, { filter, limit, offset }: Paging): Promise<PersonRow[]> => {
      const values: unknown[] = [orgId]
      const text = `SELECT ${selected} FROM ${people} WHERE ${condition(filter, values)}
        ORDER BY p.created_at, p.user_id LIMIT $${values.push(limit)} OFFSET $${values.push(offset)}`
      return (await database.query<PersonRow>({ text, values })).rows
    },
    person: async (orgId: string, userId: string): Promise<PersonRow | undefined> => {
      const text = `SELECT ${selected} FROM ${people} WHERE p.user_id = $2`
      return (await database.query<PersonRow>({ text, values: [orgId, userId] })).rows[0]
    },
    /** Those of the given people whom the identity provider knows, also suspended ones. */
    knownAmong: async (orgId: string, userIds: readonly string[]): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        text: `SELECT p.user_id AS id FROM ${people} WHERE p.user_id = ANY($2::uuid[])`,
        values: [orgId, userIds],
      })
      return new Set(rows.map(({ id }) => id))
    },

    /** The account that has verified the address. */
    holderOf: async (address: string): Promise<string | undefined> => {
      const { rows } = await database.query<{ id: string }>({
        text: 'SELECT user_id AS id FROM user_emails WHERE email = $1 AND verified_at IS NOT NULL',
        values: [address],
      })
      return rows[0]?.id
    },
    isAssigned: async (orgId: string, domain: string): Promise<boolean> =>
      (
        await db
          .select({ domain: orgDomains.domain })
          .from(orgDomains)
          .where(and(eq(orgDomains.orgId, orgId), eq(orgDomains.domain, domain)))
      ).length > 0,
    /** Whether the identity provider created the account, also if it deleted the user since. */
    createdAccount: async (orgId: string, userId: string): Promise<boolean> =>
      (await db.select({ created: scimUsers.createdAccount }).from(scimUsers).where(isRecord(orgId, userId)))[0]
        ?.created === true,
    /** Frees what a closed account is recorded under: the next person can get its userName. */
    forgetClosed: (orgId: string, userName: string, externalId: string | null, now: Date) =>
      database.query({
        text: `UPDATE scim_users s SET deleted_at = $4 FROM users u
          WHERE s.org_id = $1 AND s.deleted_at IS NULL AND u.id = s.user_id AND u.status = 'deleted'
            AND (lower(s.user_name) = lower($2) OR s.external_id = $3)`,
        values: [orgId, userName, externalId, now],
      }),
    isMember: async (orgId: string, userId: string): Promise<boolean> => {
      const { rows } = await database.query({
        text: 'SELECT FROM org_members WHERE org_id = $1 AND user_id = $2',
        values: [orgId, userId],
      })
      return rows.length > 0
    },
    save: (row: typeof scimUsers.$inferInsert) => {
      const { orgId, userId, createdAt, ...changed } = row
      return db
        .insert(scimUsers)
        .values(row)
        .onConflictDoUpdate({ target: [scimUsers.orgId, scimUsers.userId], set: changed })
    },
    /** Replaces one verified address of an account by another. */
    replaceAddress: async (userId: string, former: string, email: string, now: Date): Promise<void> => {
      // A claim of the same person to the address would collide with it.
      const claim =
        'DELETE FROM user_emails WHERE user_id = $1 AND email = $2 AND verified_at IS NULL AND NOT is_primary'
      await database.query({ text: claim, values: [userId, email] })
      await database.query({
        text: `UPDATE user_emails SET email = $3, verified_at = $4, password_tag = NULL
          WHERE user_id = $1 AND email = $2 AND verified_at IS NOT NULL`,
        values: [userId, former, email, now],
      })
    },
  }
}
