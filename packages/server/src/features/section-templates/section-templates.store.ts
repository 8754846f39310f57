import { maxSectionTemplates } from '@deal-canvas/contract'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { sectionTemplates } from '../../platform/database/tables/section-templates.ts'
import { users } from '../../platform/database/tables/users.ts'

type StoredTemplate = typeof sectionTemplates.$inferSelect

/** A template with who changed it last. */
export type TemplateRow = StoredTemplate & { updatedByName: string }

export type SectionTemplatesStore = ReturnType<typeof createSectionTemplatesStore>

export const createSectionTemplatesStore = ({ db }: Database) => {
  const shown = { ...getTableColumns(sectionTemplates), updatedByName: users.displayName }
  const order = [asc(sectionTemplates.name), asc(sectionTemplates.id)]

  return {
    ofOrg: (orgId: string): Promise<TemplateRow[]> =>
      db
        .select(shown)
        .from(sectionTemplates)
        .innerJoin(users, eq(users.id, sectionTemplates.updatedBy))
        .where(eq(sectionTemplates.orgId, orgId))
        .orderBy(...order)
        .limit(maxSectionTemplates),

    /** The templates of the organization that a deal belongs to; none for a personal deal. */
    ofDeal: (dealId: string): Promise<StoredTemplate[]> =>
      db
        .select(getTableColumns(sectionTemplates))
        .from(sectionTemplates)
        .innerJoin(deals, eq(deals.orgId, sectionTemplates.orgId))
        .where(eq(deals.id, dealId))
        .orderBy(...order)
        .limit(maxSectionTemplates),

    add: async (template: StoredTemplate): Promise<void> => {
      await db.insert(sectionTemplates).values(template)
    },

    change: async ({ id, orgId, ...change }: Partial<StoredTemplate> & Pick<StoredTemplate, 'id' | 'orgId'>) => {
      await db
        .update(sectionTemplates)
        .set(change)
        .where(and(eq(sectionTemplates.orgId, orgId), eq(sectionTemplates.id, id)))
    },

    remove: async (orgId: string, id: string): Promise<void> => {
      await db.delete(sectionTemplates).where(and(eq(sectionTemplates.orgId, orgId), eq(sectionTemplates.id, id)))
    },
  }
}
