import { and, asc, eq, lt } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealBuilds } from '../../platform/database/tables/intake.ts'
import type { Stage } from './build-stages.ts'

export type BuildRow = typeof dealBuilds.$inferSelect

/** One start of a build; writes of an older attempt no longer count. */
export interface Attempt {
  dealId: string
  attempt: number
}

export type BuildsStore = ReturnType<typeof createBuildsStore>

export const createBuildsStore = (database: Database) => {
  const { db } = database
  const isOf = ({ dealId, attempt }: Attempt) =>
    and(eq(dealBuilds.dealId, dealId), eq(dealBuilds.attempt, attempt), eq(dealBuilds.isDone, false))

  return {
    find: async (dealId: string): Promise<BuildRow | undefined> =>
      (await db.select().from(dealBuilds).where(eq(dealBuilds.dealId, dealId)))[0],

    /** Starts a build at its first stage. Undefined: one is already running. */
    start: async (dealId: string, startedBy: string, at: Date): Promise<BuildRow | undefined> => {
      const { rows } = await database.query<{ attempt: number }>({
        name: 'builds_start',
        text: `INSERT INTO deal_builds (deal_id, attempt, taken_over, stage, is_done, problem, started_by, started_at, updated_at)
          VALUES ($1, 1, 0, 'digitize', false, NULL, $2, $3, $3)
          ON CONFLICT (deal_id) DO UPDATE SET attempt = deal_builds.attempt + 1, taken_over = 0, stage = 'digitize', is_done = false,
            problem = NULL, started_by = excluded.started_by, started_at = excluded.started_at, updated_at = excluded.updated_at
          WHERE deal_builds.is_done
          RETURNING attempt`,
        values: [dealId, startedBy, at],
      })
      const attempt = rows[0]?.attempt
      if (attempt === undefined) return undefined
      return {
        dealId,
        attempt,
        takenOver: 0,
        stage: 'digitize',
        isDone: false,
        problem: null,
        startedBy,
        startedAt: at,
        updatedAt: at,
      }
    },

    /** Returns builds without a recent heartbeat. */
    abandoned: (before: Date, limit: number): Promise<BuildRow[]> =>
      db
        .select()
        .from(dealBuilds)
        .where(and(eq(dealBuilds.isDone, false), lt(dealBuilds.updatedAt, before)))
        .orderBy(asc(dealBuilds.updatedAt))
        .limit(limit),

    /** Takes over an abandoned build at its current stage. Undefined: another node did so first. */
    takeOver: async (build: BuildRow, at: Date): Promise<BuildRow | undefined> => {
      const [taken] = await db
        .update(dealBuilds)
        .set({ attempt: build.attempt + 1, takenOver: build.takenOver + 1, updatedAt: at })
        .where(and(isOf(build), eq(dealBuilds.updatedAt, build.updatedAt)))
        .returning()
      return taken
    },

    /** Sends a heartbeat. False: the build no longer belongs to this attempt. */
    beat: async (attempt: Attempt, at: Date): Promise<boolean> =>
      (await db.update(dealBuilds).set({ updatedAt: at }).where(isOf(attempt)).returning({ id: dealBuilds.dealId }))
        .length === 1,

    /** Ends a stage. False: the build no longer belongs to this attempt. */
    advance: async (attempt: Attempt, from: Stage, to: Stage | undefined, at: Date): Promise<boolean> => {
      const moved = await db
        .update(dealBuilds)
        .set({ stage: to ?? from, isDone: to === undefined, updatedAt: at })
        .where(and(isOf(attempt), eq(dealBuilds.stage, from)))
        .returning({ id: dealBuilds.dealId })
      return moved.length === 1
    },

    fail: async (attempt: Attempt, problem: string, at: Date): Promise<boolean> => {
      const failed = await db
        .update(dealBuilds)
        .set({ isDone: true, problem, updatedAt: at })
        .where(isOf(attempt))
        .returning({ id: dealBuilds.dealId })
      return failed.length === 1
    },
  }
}
