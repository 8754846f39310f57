import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { imageCrops } from '../../platform/database/tables/documents.ts'
import { isId } from '../../platform/ids.ts'

/** The quota column `chargedTo` is maintained by the database alone. */
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

    /** Returns the images of comments, oldest first. */
    ofComments: (dealId: string, commentIds: readonly string[]): Promise<CropRow[]> =>
      db
        .select()
        .from(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), inArray(imageCrops.commentId, [...commentIds])))
        .orderBy(imageCrops.createdAt, imageCrops.id),

    /** False: the image does not exist or belongs to another comment. */
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

    /** Returns the blobs that they referred to. */
    removeOfComment: async (dealId: string, commentId: string): Promise<string[]> => {
      const gone = await db
        .delete(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), eq(imageCrops.commentId, commentId)))
        .returning({ sha256: imageCrops.sha256 })
      return gone.map(({ sha256 }) => sha256)
    },

    /** Deletes all but the newest unused images of a deal and returns their ids. */
    keepNewest: async (dealId: string, limit: number): Promise<string[]> => {
      const newest = db
        .select({ id: imageCrops.id })
        .from(imageCrops)
        .where(and(eq(imageCrops.dealId, dealId), unused))
        .orderBy(desc(imageCrops.createdAt), desc(imageCrops.id))
        .offset(limit)
      const gone = await db
        .delete(imageCrops)
        .where(and(unused, inArray(imageCrops.id, newest)))
        .returning({ id: imageCrops.id })
      return gone.map(({ id }) => id)
    },

    /** Deletes expired unused images, a bounded number per call. */
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
