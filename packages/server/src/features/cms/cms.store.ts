import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { cmsPages, cmsRevisions, cmsTexts } from '../../platform/database/tables/cms.ts'
import type { StoredText } from './page-texts.ts'

export type CmsStore = ReturnType<typeof createCmsStore>
export type RevisionRow = typeof cmsRevisions.$inferSelect

export interface RevisionsPage {
  pageId: string
  key: string
  after: { time: Date; id: string } | undefined
  limit: number
}

/** A page has at most one text per key, so reading all of them needs no limit. */
export const createCmsStore = ({ db }: Database) => {
  const published = db
    .select({ key: cmsTexts.key, value: cmsTexts.value })
    .from(cmsTexts)
    .where(and(eq(cmsTexts.pageId, sql.placeholder('pageId')), isNotNull(cmsTexts.value)))
    .prepare('cms_published')

  // One statement: a version read separately from later texts would let editors overwrite text they never saw.
  const page = db
    .select({ version: cmsPages.version, text: cmsTexts })
    .from(cmsPages)
    .leftJoin(cmsTexts, eq(cmsTexts.pageId, cmsPages.pageId))
    .where(eq(cmsPages.pageId, sql.placeholder('pageId')))
    .prepare('cms_page')

  return {
    published: (pageId: string) => published.execute({ pageId }),

    /** Version 0 and no texts if the page was never edited. */
    page: async (pageId: string): Promise<{ version: number; texts: StoredText[] }> => {
      const rows = await page.execute({ pageId })
      return { version: rows[0]?.version ?? 0, texts: rows.flatMap(({ text }) => (text === null ? [] : [text])) }
    },

    /** Locks the page until the end of the transaction. */
    lock: async (pageId: string): Promise<void> => {
      await db.insert(cmsPages).values({ pageId, version: 0 }).onConflictDoNothing()
      await db.select().from(cmsPages).where(eq(cmsPages.pageId, pageId)).for('update')
    },

    raiseVersion: (pageId: string) =>
      db
        .update(cmsPages)
        .set({ version: sql`${cmsPages.version} + 1` })
        .where(eq(cmsPages.pageId, pageId)),

    putValues: (texts: Pick<typeof cmsTexts.$inferInsert, 'pageId' | 'key' | 'value' | 'updatedAt' | 'updatedBy'>[]) =>
      db
        .insert(cmsTexts)
        .values(texts)
        .onConflictDoUpdate({
          target: [cmsTexts.pageId, cmsTexts.key],
          set: {
            value: sql`excluded.value`,
            updatedAt: sql`excluded.updated_at`,
            updatedBy: sql`excluded.updated_by`,
          },
        }),

    putDrafts: (texts: Pick<typeof cmsTexts.$inferInsert, 'pageId' | 'key' | 'draftValue' | 'draftUpdatedAt'>[]) =>
      db
        .insert(cmsTexts)
        .values(texts)
        .onConflictDoUpdate({
          target: [cmsTexts.pageId, cmsTexts.key],
          set: { draftValue: sql`excluded.draft_value`, draftUpdatedAt: sql`excluded.draft_updated_at` },
        }),

    clearDrafts: (pageId: string) =>
      db
        .update(cmsTexts)
        .set({ draftValue: null, draftUpdatedAt: null })
        .where(and(eq(cmsTexts.pageId, pageId), isNotNull(cmsTexts.draftValue))),

    addRevisions: (revisions: (typeof cmsRevisions.$inferInsert)[]) => db.insert(cmsRevisions).values(revisions),

    revisions: ({ pageId, key, after, limit }: RevisionsPage): Promise<RevisionRow[]> =>
      db
        .select()
        .from(cmsRevisions)
        .where(
          and(
            eq(cmsRevisions.pageId, pageId),
            eq(cmsRevisions.key, key),
            olderThan([cmsRevisions.at, cmsRevisions.id], after),
          ),
        )
        .orderBy(desc(cmsRevisions.at), desc(cmsRevisions.id))
        .limit(limit),

    /** Finds a revision of this text only, never one of another text. */
    revision: async (id: string, pageId: string, key: string): Promise<RevisionRow | undefined> => {
      const [row] = await db
        .select()
        .from(cmsRevisions)
        .where(and(eq(cmsRevisions.id, id), eq(cmsRevisions.pageId, pageId), eq(cmsRevisions.key, key)))
      return row
    },
  }
}
