import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { sections } from '../../../platform/database/tables/sections.ts'
import { users } from '../../../platform/database/tables/users.ts'
import type { SectionRow } from './sections.store.ts'

export type { SectionRow }

export interface SectionPath {
  dealId: string
  sectionKey: string
}

export interface NamedSections {
  found: SectionRow[]
  /** Sections whose text exceeds the requested size; it is not read. */
  large: (SectionPath & { version: number })[]
}

/** Reads sections of any deals in one statement; sections that are not in the memo are omitted. */
export const createSectionsNamed =
  ({ db }: Database) =>
  async (paths: readonly SectionPath[], maxTextBytes: number): Promise<NamedSections> => {
    if (paths.length === 0) return { found: [], large: [] }
    const dealIds = sql.param(paths.map(({ dealId }) => dealId))
    const keys = sql.param(paths.map(({ sectionKey }) => sectionKey))
    const { contentLength: _, content, ...columns } = getTableColumns(sections)
    const rows = await db
      .select({
        ...columns,
        content: sql<string | null>`CASE WHEN octet_length(${content}) <= ${maxTextBytes} THEN ${content} END`,
        updatedByName: users.displayName,
        updatedByEmailVerified: users.emailVerified,
      })
      .from(sections)
      .leftJoin(users, eq(users.id, sections.updatedBy))
      .where(
        sql`${sections.removedAt} IS NULL AND (${sections.dealId}, ${sections.sectionKey}) IN (SELECT * FROM unnest(${dealIds}::text[], ${keys}::text[]))`,
      )
    const named: NamedSections = { found: [], large: [] }
    for (const { content, ...row } of rows) {
      if (content !== null) named.found.push({ ...row, content })
      else named.large.push({ dealId: row.dealId, sectionKey: row.sectionKey, version: row.version })
    }
    return named
  }
