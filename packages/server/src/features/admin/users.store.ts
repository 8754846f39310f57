import type { OrgRole } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'

export type UserStatus = 'active' | 'invited' | 'suspended' | 'deleted'

/** A user as shown to administrators. */
export interface UserRow {
  id: string
  displayName: string
  firstName: string | null
  lastName: string | null
  avatarUrl: string | null
  status: UserStatus
  isSuperadmin: boolean
  isDemo: boolean
  forcePasswordChange: boolean
  email: string | null
  emailVerified: boolean
  createdAt: Date
  updatedAt: Date
}

export interface UserFilter {
  search?: string | undefined
  status?: UserStatus | undefined
  orgId?: string | undefined
}

export interface Page {
  limit: number
  offset: number
}

export interface PageOfFew {
  total: number
  ids: string[]
}

export interface NewMembership {
  orgId: string
  role: OrgRole
  teamId: string | null
}

const fields = `u.id, u.display_name AS "displayName", u.first_name AS "firstName", u.last_name AS "lastName",
  u.avatar_url AS "avatarUrl", u.status, u.is_superadmin AS "isSuperadmin", u.is_demo AS "isDemo",
  u.force_password_change AS "forcePasswordChange", e.email,
  u.email_verified AS "emailVerified", u.created_at AS "createdAt", u.updated_at AS "updatedAt"`
const withEmail = 'LEFT JOIN user_emails e ON e.user_id = u.id AND e.is_primary'

/** Escapes a search text for LIKE, so that it is matched literally. */
const asPattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Returns the part of a search that is looked up in the trigram index: its beginning, without the domain of an address.
 * Every trigram costs time and those of a common domain select nothing; the full text is compared afterwards.
 */
const tellingPart = (search: string): string => {
  const [beforeAt = ''] = search.split('@')
  return [...(beforeAt.length >= 5 ? beforeAt : search)].slice(0, 10).join('')
}

const conditions = ({ search, status, orgId }: UserFilter): { where: string; values: unknown[] } => {
  const values: unknown[] = []
  // Names that came with a deal are not accounts.
  const said: string[] = ["u.status <> 'imported'"]
  const place = (value: unknown): string => `$${values.push(value)}`
  // The search text has one line per name and address. A search never matches across lines.
  if (search?.includes('\n')) said.push('FALSE')
  else if (search !== undefined) {
    const part = tellingPart(search)
    said.push(`u.search_text LIKE lower(${place(asPattern(part))})`)
    if (part !== search) said.push(`position(lower(${place(search)}) IN u.search_text) > 0`)
  }
  if (status !== undefined) said.push(`u.status = ${place(status)}`)
  if (orgId !== undefined) said.push(`u.id IN (SELECT m.user_id FROM org_members m WHERE m.org_id = ${place(orgId)})`)
  return { where: said.join(' AND '), values }
}

export type UsersStore = ReturnType<typeof createUsersStore>

export const createUsersStore = (database: Database) => ({
  // These statements are unnamed: one cached plan for all searches would suit none of them.

  /**
   * Returns one page and the number of matches in one query, or undefined for more than `maxMatches` matches. Collects the
   * matches before sorting them: a scan in list order would read all users to find a rare match.
   */
  pageOfFew: async (
    filter: UserFilter,
    maxMatches: number,
    { limit, offset }: Page,
  ): Promise<PageOfFew | undefined> => {
    const { where, values } = conditions(filter)
    const { rows } = await database.query<{ total: number; ids: string[] | null }>({
      text: `WITH matches AS MATERIALIZED (SELECT u.id, u.email_verified, u.created_at FROM users u WHERE ${where} LIMIT ${maxMatches + 1})
        SELECT (SELECT count(*)::int FROM matches) AS total, (SELECT array_agg(id) FROM (
          SELECT id FROM matches ORDER BY email_verified DESC, created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) page) AS ids`,
      values,
    })
    const { total = 0, ids } = rows[0] ?? {}
    return total > maxMatches ? undefined : { total, ids: ids ?? [] }
  },

  page: async (filter: UserFilter, { limit, offset }: Page): Promise<string[]> => {
    const { where, values } = conditions(filter)
    const { rows } = await database.query<{ id: string }>({
      text: `SELECT u.id FROM users u WHERE ${where}
        ORDER BY u.email_verified DESC, u.created_at DESC, u.id DESC LIMIT ${limit} OFFSET ${offset}`,
      values,
    })
    return rows.map(({ id }) => id)
  },

  /** Verified users first, then newest first. */
  users: async (ids: readonly string[]): Promise<UserRow[]> => {
    const { rows } = await database.query<UserRow>({
      name: 'admin_users',
      text: `SELECT ${fields} FROM users u ${withEmail} WHERE u.id = ANY($1)
        ORDER BY u.email_verified DESC, u.created_at DESC, u.id DESC`,
      values: [ids],
    })
    return rows
  },

  count: async (filter: UserFilter): Promise<number> => {
    const { where, values } = conditions(filter)
    const { rows } = await database.query<{ count: string }>({
      text: `SELECT count(*) AS count FROM users u WHERE ${where}`,
      values,
    })
    return Number(rows[0]?.count ?? 0)
  },

  user: async (id: string): Promise<UserRow | undefined> => {
    const text = `SELECT ${fields} FROM users u ${withEmail} WHERE u.id = $1 AND u.status <> 'imported'`
    return (await database.query<UserRow>({ name: 'admin_user', text, values: [id] })).rows[0]
  },

  lock: async (id: string): Promise<void> => {
    await database.query({ text: 'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [id] })
  },

  save: async (id: string, change: { status: UserStatus; isSuperadmin: boolean }, now: Date): Promise<void> => {
    await database.query({
      text: 'UPDATE users SET status = $2, is_superadmin = $3, updated_at = $4 WHERE id = $1',
      values: [id, change.status, change.isSuperadmin, now],
    })
  },

  /** Also true while the erasure is in progress. */
  isErased: async (id: string): Promise<boolean> => {
    const { rows } = await database.query<{ any: boolean }>({
      text: "SELECT EXISTS (SELECT 1 FROM erasures WHERE target_type = 'user' AND target_id = $1) AS any",
      values: [id],
    })
    return rows[0]?.any === true
  },

  /** Whether another user could still act as superadmin. */
  hasOtherSuperadmin: async (id: string, { countsDemo }: { countsDemo: boolean }): Promise<boolean> => {
    const { rows } = await database.query<{ any: boolean }>({
      text: `SELECT EXISTS (SELECT 1 FROM users
        WHERE is_superadmin AND status = 'active' AND id <> $1 AND (NOT is_demo OR $2)) AS any`,
      values: [id, countsDemo],
    })
    return rows[0]?.any === true
  },
})
