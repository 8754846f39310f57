import { maxMetrics } from '@deal-canvas/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { readingTemplateCells, readingTemplates } from '../../platform/database/tables/readings.ts'
import { users } from '../../platform/database/tables/users.ts'

type TemplateRow = typeof readingTemplates.$inferSelect
export type TemplateCellRow = typeof readingTemplateCells.$inferSelect

/** A template as shown to administrators. */
export interface ListedTemplate extends Omit<TemplateRow, 'fingerprint'> {
  metricKeys: string[]
  dealName: string | null
  updatedByName: string
}

export type ReadingTemplatesStore = ReturnType<typeof createReadingTemplatesStore>

export const createReadingTemplatesStore = (database: Database) => {
  const { db } = database

  return {
    /**
     * The organization of a deal, including a deal that an intake has only reserved, and whether it has any templates.
     */
    orgOf: async (dealId: string): Promise<{ orgId: string; hasTemplates: boolean } | undefined> => {
      const { rows } = await database.query<{ orgId: string; hasTemplates: boolean }>({
        name: 'reading_templates_org',
        text: `SELECT org_id AS "orgId", EXISTS (SELECT FROM reading_templates t WHERE t.org_id = owner.org_id) AS "hasTemplates"
          FROM (
            SELECT org_id FROM deals WHERE id = $1
            UNION ALL
            SELECT org_id FROM intake_conversations WHERE deal_id = $1 AND NOT EXISTS (SELECT FROM deals WHERE id = $1)
          ) owner WHERE org_id IS NOT NULL`,
        values: [dealId],
      })
      return rows[0]
    },

    cells: (orgId: string, fingerprint: string): Promise<TemplateCellRow[]> =>
      db
        .select({
          templateId: readingTemplateCells.templateId,
          metricKey: readingTemplateCells.metricKey,
          sheetIndex: readingTemplateCells.sheetIndex,
          cell: readingTemplateCells.cell,
          scale: readingTemplateCells.scale,
          chosenBy: readingTemplateCells.chosenBy,
          chosenAt: readingTemplateCells.chosenAt,
        })
        .from(readingTemplateCells)
        .innerJoin(readingTemplates, eq(readingTemplates.id, readingTemplateCells.templateId))
        .where(and(eq(readingTemplates.orgId, orgId), eq(readingTemplates.fingerprint, fingerprint)))
        .limit(maxMetrics),

    /** For each metric, the newest choice replaces older ones. */
    learn: async (template: TemplateRow, cells: readonly Omit<TemplateCellRow, 'templateId'>[]): Promise<void> => {
      const { dealId, updatedBy, updatedAt } = template
      const [kept] = await db
        .insert(readingTemplates)
        .values(template)
        .onConflictDoUpdate({
          target: [readingTemplates.orgId, readingTemplates.fingerprint],
          set: { dealId, updatedBy, updatedAt },
        })
        .returning({ id: readingTemplates.id })
      if (kept === undefined) return
      await db
        .insert(readingTemplateCells)
        .values(cells.map((cell) => ({ ...cell, templateId: kept.id })))
        .onConflictDoUpdate({
          target: [readingTemplateCells.templateId, readingTemplateCells.metricKey],
          set: {
            sheetIndex: sql`excluded.sheet_index`,
            cell: sql`excluded.cell`,
            scale: sql`excluded.scale`,
            chosenBy: sql`excluded.chosen_by`,
            chosenAt: sql`excluded.chosen_at`,
          },
        })
    },

    page: (
      orgId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ): Promise<ListedTemplate[]> =>
      db
        .select({
          id: readingTemplates.id,
          orgId: readingTemplates.orgId,
          dealId: readingTemplates.dealId,
          dealName: deals.name,
          updatedBy: readingTemplates.updatedBy,
          updatedByName: users.displayName,
          createdAt: readingTemplates.createdAt,
          updatedAt: readingTemplates.updatedAt,
          metricKeys: sql<string[]>`ARRAY(SELECT ${readingTemplateCells.metricKey} FROM ${readingTemplateCells}
            WHERE ${readingTemplateCells.templateId} = ${readingTemplates.id}
            ORDER BY ${readingTemplateCells.metricKey} LIMIT ${sql.raw(String(maxMetrics))})`,
        })
        .from(readingTemplates)
        .innerJoin(users, eq(users.id, readingTemplates.updatedBy))
        .leftJoin(deals, eq(deals.id, readingTemplates.dealId))
        .where(
          and(eq(readingTemplates.orgId, orgId), olderThan([readingTemplates.updatedAt, readingTemplates.id], after)),
        )
        .orderBy(desc(readingTemplates.updatedAt), desc(readingTemplates.id))
        .limit(limit),

    remove: async (orgId: string, id: string): Promise<boolean> =>
      (
        await db
          .delete(readingTemplates)
          .where(and(eq(readingTemplates.orgId, orgId), eq(readingTemplates.id, id)))
          .returning({ id: readingTemplates.id })
      ).length === 1,
  }
}
