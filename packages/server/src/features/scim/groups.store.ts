import type { Database } from '../../platform/database/database.ts'
import { scimGroups } from '../../platform/database/tables/scim.ts'
import { type Columns, filterCondition } from './filter-conditions.ts'
import type { Paging } from './people.store.ts'
import type { Filter } from './protocol/filter.ts'

export type GroupsStore = ReturnType<typeof createGroupsStore>

/** A team of an organization as its identity provider sees it. */
export interface GroupRow {
  teamId: string
  name: string
  externalId: string | null
  memberCount: number
  /** When the newest of its members joined it. */
  lastJoinedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface GroupMember {
  teamId: string
  userId: string
  displayName: string
}

const groups = `(
  SELECT t.org_id, t.id AS team_id, t.name, g.external_id, t.created_at, t.updated_at,
    (SELECT count(*)::int FROM team_members c WHERE c.team_id = t.id) AS member_count,
    (SELECT max(c.created_at) FROM team_members c WHERE c.team_id = t.id) AS last_joined_at
  FROM teams t LEFT JOIN scim_groups g ON g.team_id = t.id WHERE t.org_id = $1
) p`

const selected = `p.team_id AS "teamId", p.name, p.external_id AS "externalId", p.member_count AS "memberCount",
  p.last_joined_at AS "lastJoinedAt", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`

const columns: Columns = {
  id: { kind: 'id', sql: 'p.team_id' },
  displayname: { kind: 'text', sql: 'lower(p.name)', ignoresCase: true },
  externalid: { kind: 'text', sql: 'p.external_id', ignoresCase: false },
}

export const createGroupsStore = (database: Database) => {
  const { db } = database
  const run = (text: string, ...values: unknown[]) => database.query({ text, values })
  const condition = (filter: Filter | undefined, values: unknown[]) =>
    filter === undefined ? 'TRUE' : filterCondition(filter, columns, values)

  return {
    count: async (orgId: string, filter: Filter | undefined): Promise<number> => {
      const values: unknown[] = [orgId]
      const text = `SELECT count(*)::int AS count FROM ${groups} WHERE ${condition(filter, values)}`
      return (await database.query<{ count: number }>({ text, values })).rows[0]?.count ?? 0
    },
    page: async (orgId: string, { filter, limit, offset }: Paging): Promise<GroupRow[]> => {
      const values: unknown[] = [orgId]
      const text = `SELECT ${selected} FROM ${groups} WHERE ${condition(filter, values)}
        ORDER BY p.created_at, p.team_id LIMIT $${values.push(limit)} OFFSET $${values.push(offset)}`
      return (await database.query<GroupRow>({ text, values })).rows
    },
    group: async (orgId: string, teamId: string): Promise<GroupRow | undefined> => {
      const text = `SELECT ${selected} FROM ${groups} WHERE p.team_id = $2`
      return (await database.query<GroupRow>({ text, values: [orgId, teamId] })).rows[0]
    },
    /** The members of these groups, those who joined first, a limited number for each. */
    members: async (orgId: string, teamIds: readonly string[], limit: number): Promise<GroupMember[]> => {
      const { rows } = await database.query<GroupMember>({
        text: `SELECT m.team_id AS "teamId", m.user_id AS "userId", u.display_name AS "displayName"
          FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
            SELECT * FROM team_members t WHERE t.team_id = wanted.id AND t.org_id = $1
            ORDER BY t.created_at, t.user_id LIMIT $3
          ) m JOIN users u ON u.id = m.user_id
          ORDER BY m.team_id, m.created_at, m.user_id`,
        values: [orgId, teamIds, limit],
      })
      return rows
    },
    saveRecord: (row: typeof scimGroups.$inferInsert) =>
      db
        .insert(scimGroups)
        .values(row)
        .onConflictDoUpdate({ target: scimGroups.teamId, set: { externalId: row.externalId ?? null } }),
    /** Adds people who are verified members of the organization; returns those who are new to the team. */
    addMembers: async (orgId: string, teamId: string, userIds: readonly string[], now: Date): Promise<number> =>
      (
        await run(
          `INSERT INTO team_members (org_id, team_id, user_id, created_at)
            SELECT m.org_id, $2, m.user_id, $4 FROM org_members m JOIN users u ON u.id = m.user_id AND u.email_verified
            WHERE m.org_id = $1 AND m.user_id = ANY($3::uuid[])
            ON CONFLICT DO NOTHING`,
          orgId,
          teamId,
          userIds,
          now,
        )
      ).rowCount ?? 0,
    removeMembers: async (orgId: string, teamId: string, userIds: readonly string[]): Promise<number> =>
      (
        await run(
          'DELETE FROM team_members WHERE org_id = $1 AND team_id = $2 AND user_id = ANY($3::uuid[])',
          orgId,
          teamId,
          userIds,
        )
      ).rowCount ?? 0,
    removeOtherMembers: async (orgId: string, teamId: string, kept: readonly string[]): Promise<number> =>
      (
        await run(
          'DELETE FROM team_members WHERE org_id = $1 AND team_id = $2 AND user_id <> ALL($3::uuid[])',
          orgId,
          teamId,
          kept,
        )
      ).rowCount ?? 0,
    touch: (orgId: string, teamId: string, now: Date) =>
      run('UPDATE teams SET updated_at = $3 WHERE org_id = $1 AND id = $2', orgId, teamId, now),
  }
}
