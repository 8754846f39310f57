import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { imageCrops } from '../../platform/database/tables/documents.ts'
import { isId } from '../../platform/ids.ts'

/** Whom it is charged to is the database's own affair. */
export type CropRow = Omit<typeof imageCrops.$inferSelect, 'chargedTo'>

export type CropsStore = ReturnType<typeof createCropsStore>

const sweptAtOnce = 1_000

export const createCropsStore = (database: Database) => {
  const { db } = database
  const unused = isNull(imageCrops.commentId)

  return {
    add: async (crop: CropRow): Promise<void> => {
      await db.insert(imageCrops).values(crop)
    },

    find: async (dealId: string, id: string): Promise<CropRow | undefined> =>
      isId(id)
        ? (
            await db
              .select()
              .from(imageCrops)
              .where(and(eq(imageCrops.dealId, dealId), eq(imageCrops.id, id)))
          )[0]
        : undefined,

    /** Those of comments, the oldest first. */
    ofComments: (dealId: string, commentIds: readonly string[]): Promise<CropRow[]> =>
      db
        .select()
        .from(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), inArray(imageCrops.commentId, [...commentIds])))
        .orderBy(imageCrops.createdAt, imageCrops.id),

    /** False: there is none that is free. */
    attach: async (dealId: string, id: string, commentId: string): Promise<boolean> =>
      isId(id) &&
      (
        await db
          .update(imageCrops)
          .set({ commentId })
          .where(
            and(
              eq(imageCrops.dealId, dealId),
              eq(imageCrops.id, id),
              sql`(${imageCrops.commentId} IS NULL OR ${imageCrops.commentId} = ${commentId})`,
            ),
          )
          .returning({ id: imageCrops.id })
      ).length > 0,

    /** Answers the blobs that they named. */
    removeOfComment: async (dealId: string, commentId: string): Promise<string[]> => {
      const gone = await db
        .delete(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), eq(imageCrops.commentId, commentId)))
        .returning({ sha256: imageCrops.sha256 })
      return gone.map(({ sha256 }) => sha256)
    },

    /** All but the newest of a deal that no comment has. */
    keepNewest: async (dealId: string, most: number): Promise<string[]> => {
      const newest = db
        .select({ id: imageCrops.id })
        .from(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), unused))
        .orderBy(desc(imageCrops.createdAt), desc(imageCrops.id))
        .offset(most)
      const gone = await db
        .delete(imageCrops)
        .where(and(unused, inArray(imageCrops.id, newest)))
        .returning({ id: imageCrops.id })
      return gone.map(({ id }) => id)
    },

    /** Those that no comment took in time; a bounded bite. */
    sweep: async (before: Date): Promise<void> => {
      const old = db
        .select({ id: imageCrops.id })
        .from(imageCrops)
        .where(and(unused, lt(imageCrops.createdAt, before)))
        .limit(sweptAtOnce)
      await db.delete(imageCrops).where(and(unused, inArray(imageCrops.id, old)))
    },
  }
}
