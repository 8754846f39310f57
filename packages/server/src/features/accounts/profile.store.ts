import { batchQuery } from '../../platform/database/batch-query.ts'
import type { Database, Statement } from '../../platform/database/database.ts'
import { dealGrants } from '../../platform/database/deal-grants.ts'
import { oneOf } from '../../platform/database/listed.ts'

/** What people see of their own account. */
export interface ProfileRow {
  id: string
  displayName: string
  firstName: string | null
  lastName: string | null
  avatarUrl: string | null
  isSuperadmin: boolean
  forcePasswordChange: boolean
  mailPreferences: { mentions: boolean }
  createdAt: Date
  /** The primary address first. Times are strings, because they come from JSON. */
  emails: { email: string; verifiedAt: string | null; isPrimary: boolean }[]
  orgs: { id: string; name: string; slug: string; role: 'owner' | 'admin' | 'member' }[]
  hasDeals: boolean
}

const emails = `
  SELECT email, verified_at AS "verifiedAt", is_primary AS "isPrimary" FROM user_emails
  WHERE user_id = u.id ORDER BY is_primary DESC, email LIMIT 100`

const orgs = `
  SELECT o.id, o.name, o.slug, m.role FROM org_members m JOIN orgs o ON o.id = m.org_id
  WHERE m.user_id = u.id AND o.status = 'active' ORDER BY o.name, o.id LIMIT 200`

const listOf = (query: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${query}) x)`

const profilesOf = (userIds: readonly string[]): Statement => ({
  name: 'account_profiles',
  text: `SELECT u.id, u.display_name AS "displayName", u.first_name AS "firstName", u.last_name AS "lastName",
      u.avatar_url AS "avatarUrl", u.is_superadmin AS "isSuperadmin", u.force_password_change AS "forcePasswordChange",
      u.mail_preferences AS "mailPreferences", u.created_at AS "createdAt",
      ${listOf(emails)} AS emails, ${listOf(orgs)} AS orgs, EXISTS (${dealGrants('u.id')}) AS "hasDeals"
    FROM users u WHERE u.id = ${oneOf('$1::uuid[]')}`,
  values: [userIds],
})

export type ProfileStore = ReturnType<typeof createProfileStore>

export const createProfileStore = (database: Database) => ({
  /** One statement, also for several people who ask at the same moment; null if there is no such user. */
  find: batchQuery<string, ProfileRow | null>(
    database,
    async (userIds) => {
      const { rows } = await database.query<ProfileRow>(profilesOf(userIds))
      const found = new Map(rows.map((row) => [row.id, row]))
      return userIds.map((id) => found.get(id) ?? null)
    },
    { maxBatch: 100, freesPlace: true },
  ),

  /** Inside a transaction: the profile as the statements before leave it, sent together with the commit. */
  afterChange: async (userId: string): Promise<ProfileRow | null> => {
    const { rows } = await database.send<ProfileRow>(profilesOf([userId]))
    return rows[0] ?? null
  },
})
