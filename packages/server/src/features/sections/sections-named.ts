import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { sections } from '../../platform/database/tables/sections.ts'
import { users } from '../../platform/database/tables/users.ts'
import type { SectionRow } from './sections.store.ts'

export type { SectionRow }

export interface SectionPath {
  dealId: string
  sectionKey: string
}

/** Sections of any deals, in one statement; those that do not exist are left out. */
export const createSectionsNamed =
  ({ db }: Database) =>
  async (paths: readonly SectionPath[]): Promise<SectionRow[]> => {
    if (paths.length === 0) return []
    const dealIds = sql.param(paths.map(({ dealId }) => dealId))
    const keys = sql.param(paths.map(({ sectionKey }) => sectionKey))
    const { contentLength: _, ...columns } = getTableColumns(sections)
    return db
      .select({ ...columns, updatedByName: users.displayName, updatedByEmailVerified: users.emailVerified })
      .from(sections)
      .leftJoin(users, eq(users.id, sections.updatedBy))
      .where(
        sql`(${sections.dealId}, ${sections.sectionKey}) IN (SELECT * FROM unnest(${dealIds}::text[], ${keys}::text[]))`,
      )
  }
