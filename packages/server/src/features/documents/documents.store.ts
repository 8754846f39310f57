import { and, asc, eq, getTableColumns, inArray, sql, sum } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { documents } from '../../platform/database/tables/documents.ts'
import { dealModels } from '../../platform/database/tables/models.ts'
import { users } from '../../platform/database/tables/users.ts'
import { isId } from '../../platform/ids.ts'

/** A document with its uploader's name. The quota column `chargedTo` is maintained by the database alone. */
export type DocumentRow = Omit<typeof documents.$inferSelect, 'chargedTo'> & {
  uploaderName: string
  uploaderEmailVerified: boolean
}
/** How many pages are to be read by text recognition, and how many are. */
export interface OcrProgress {
  pages: number
  read: number
}
export type NewDocument = typeof documents.$inferInsert

export type DocumentsStore = ReturnType<typeof createDocumentsStore>

export const createDocumentsStore = (database: Database) => {
  const { db } = database
  const { chargedTo: _, ...columns } = getTableColumns(documents)
  const select = () =>
    db
      .select({ ...columns, uploaderName: users.displayName, uploaderEmailVerified: users.emailVerified })
      .from(documents)
      .innerJoin(users, eq(users.id, documents.uploadedBy))
  const at = (dealId: string, id: string) => and(eq(documents.dealId, dealId), eq(documents.id, id))

  return {
    all: (dealId: string, limit: number): Promise<DocumentRow[]> =>
      select().where(eq(documents.dealId, dealId)).orderBy(asc(documents.createdAt), asc(documents.id)).limit(limit),

    find: async (dealId: string, id: string): Promise<DocumentRow | undefined> =>
      isId(id) ? (await select().where(at(dealId, id)))[0] : undefined,

    /** Returns the number of documents of a deal and their total size. */
    totals: async (dealId: string): Promise<{ count: number; bytes: number }> => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int`, bytes: sum(documents.size) })
        .from(documents)
        .where(eq(documents.dealId, dealId))
      return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
    },

    /** Returns the documents of a deal with one of these contents. */
    withContent: (dealId: string, sha256s: readonly string[]): Promise<DocumentRow[]> =>
      select()
        .where(and(eq(documents.dealId, dealId), inArray(documents.sha256, [...sha256s])))
        .orderBy(asc(documents.createdAt), asc(documents.id)),

    add: async (rows: readonly NewDocument[]): Promise<void> => {
      await db.insert(documents).values([...rows])
    },

    /** Stores the result of reading. A document that is already indexed stays indexed. */
    markRead: async (
      { id, dealId }: Pick<DocumentRow, 'id' | 'dealId'>,
      { ocr, ...read }: { title: string | null; parts: number; ocr: OcrProgress | null; problem: string | null },
      updatedAt: Date,
    ): Promise<void> => {
      await db
        .update(documents)
        .set({
          ...read,
          ocrPages: ocr?.pages ?? null,
          ocrRead: ocr?.read ?? null,
          state: sql`CASE WHEN ${documents.state} = 'indexed' THEN 'indexed' ELSE 'digitized' END`,
          updatedAt,
        })
        .where(at(dealId, id))
    },

    /** Stores how many pages text recognition has read. False: the document was removed. */
    markRecognizing: async (
      { id, dealId }: Pick<DocumentRow, 'id' | 'dealId'>,
      { pages, read }: OcrProgress,
      updatedAt: Date,
    ): Promise<boolean> => {
      const there = await db
        .update(documents)
        .set({ ocrPages: pages, ocrRead: read, updatedAt })
        .where(at(dealId, id))
        .returning({ id: documents.id })
      return there.length > 0
    },

    markFailed: async (
      { id, dealId }: Pick<DocumentRow, 'id' | 'dealId'>,
      problem: string,
      updatedAt: Date,
    ): Promise<void> => {
      await db.update(documents).set({ state: 'failed', problem, updatedAt }).where(at(dealId, id))
    },

    /** Somebody took note that the document could not be read. */
    dismissProblem: async ({ id, dealId }: Pick<DocumentRow, 'id' | 'dealId'>, dismissedAt: Date): Promise<void> => {
      await db.update(documents).set({ problemDismissedAt: dismissedAt }).where(at(dealId, id))
    },

    /** Replaces an encrypted file by its unlocked copy. False: somebody else was faster. */
    replaceEncrypted: async (
      { id, dealId }: Pick<DocumentRow, 'id' | 'dealId'>,
      copy: Pick<DocumentRow, 'sha256' | 'size' | 'kind' | 'state' | 'problem'>,
      updatedAt: Date,
    ): Promise<boolean> => {
      const replaced = await db
        .update(documents)
        .set({ ...copy, problemDismissedAt: null, updatedAt })
        .where(and(at(dealId, id), eq(documents.state, 'password_needed')))
        .returning({ id: documents.id })
      return replaced.length > 0
    },

    /** Resets documents to their state after upload, so that they are read again. */
    markStored: async (dealId: string, ids: readonly string[], updatedAt: Date): Promise<void> => {
      await db
        .update(documents)
        .set({ state: 'stored', problem: null, problemDismissedAt: null, updatedAt })
        .where(and(eq(documents.dealId, dealId), inArray(documents.id, [...ids])))
    },

    /**
     * Claims documents that are not indexed and have not changed since `before`, oldest first. Updates their time, so
     * that no other node claims them too. Documents of an unfinished intake are left to its build.
     */
    takeUnread: async (before: Date, at: Date, limit: number): Promise<DocumentRow[]> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'documents_take_unread',
        text: `UPDATE documents SET updated_at = $2 WHERE id IN (
            SELECT d.id FROM documents d JOIN deals ON deals.id = d.deal_id
            WHERE d.state IN ('stored', 'digitized') AND d.updated_at < $1
              AND NOT EXISTS (SELECT FROM intake_conversations c WHERE c.deal_id = d.deal_id AND c.status <> 'ready')
            ORDER BY d.updated_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED)
          RETURNING id`,
        values: [before, at, limit],
      })
      const ids = rows.map(({ id }) => id)
      return ids.length === 0 ? [] : select().where(inArray(documents.id, ids))
    },

    markIndexed: async (dealId: string, id: string, updatedAt: Date): Promise<void> => {
      await db.update(documents).set({ state: 'indexed', updatedAt }).where(at(dealId, id))
    },

    isModel: async (dealId: string, id: string): Promise<boolean> =>
      (
        await db
          .select({ one: sql`1` })
          .from(dealModels)
          .where(and(eq(dealModels.dealId, dealId), eq(dealModels.documentId, id)))
      ).length > 0,

    remove: async (dealId: string, id: string): Promise<void> => {
      await db.delete(documents).where(at(dealId, id))
    },
  }
}
