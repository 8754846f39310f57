import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bySuperadmin, instant } from './columns.ts'
import { orgMembers, orgs } from './orgs.ts'

export const teams = pgTable(
  'teams',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('teams_name').on(table.orgId, sql`lower(${table.name})`),
    index('teams_oldest').on(table.orgId, table.createdAt, table.id),
    /** Target of the foreign key of team members, so that a membership cannot refer to another organization's team. */
    unique('teams_in_org').on(table.orgId, table.id),
  ],
)

/** Team members. They reference the organization membership, so that leaving the organization always ends them. */
export const teamMembers = pgTable(
  'team_members',
  {
    orgId: uuid('org_id').notNull(),
    teamId: uuid('team_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    bySuperadmin: bySuperadmin(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    foreignKey({ columns: [table.orgId, table.teamId], foreignColumns: [teams.orgId, teams.id] }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [orgMembers.orgId, orgMembers.userId],
    }).onDelete('cascade'),
    index('team_members_joined').on(table.teamId, table.createdAt, table.userId),
    index('team_members_user').on(table.orgId, table.userId),
  ],
)
