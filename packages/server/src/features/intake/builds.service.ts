import { setTimeout as pause } from 'node:timers/promises'
import { actingFor } from '../../acting-for.ts'
import { buildMessages } from '../../messages/intake.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { unavailableStore } from '../../platform/store-unavailable.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { buildFailure, outageProblem } from './build-failure.ts'
import { type StageWork, stageAfter } from './build-stages.ts'
import type { BuildRow, BuildsStore } from './builds.store.ts'

interface Deps {
  store: BuildsStore
  database: Database
  changes: Pick<DealChanges, 'change'>
  work: StageWork
  /** Called inside the transaction that ends a build. */
  onEnd(dealId: string, end: 'ready' | 'failed', at: Date): Promise<void>
  bus: Pick<Bus, 'publish'>
  now: Clock
  onError(error: unknown): void
  /** How often a build sends a heartbeat, and after how long without one it counts as abandoned. */
  beatMs?: number
  abandonedMs?: number
  /** How long a build waits before it retries an unavailable store, and for how long in total. */
  outageRetryMs?: number
  maxOutageMs?: number
}

/** Published to every node when a build progresses; its state is read from the database. */
export const buildMovedTopic = 'build.moved'

/** A build that was interrupted this often crashes its process and must not do so forever. */
const maxTakenOver = 5
const maxAtOnce = 4

class TakenOver extends Error {}

export type Builds = ReturnType<typeof createBuilds>

/**
 * Turns the files of a deal into its canvas, stage by stage. The state of a build is a database row: if its process
 * dies, any node finds the build there and resumes at the current stage.
 */
export const createBuilds = (deps: Deps) => {
  const { store, database, changes, work, onEnd, bus, now, onError, beatMs = 3_000, abandonedMs = 15_000 } = deps
  const { outageRetryMs = 2_000, maxOutageMs = minutes(10) } = deps
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  const tell = (dealId: string): Promise<void> =>
    database.afterCommit(() => bus.publish(buildMovedTopic, { dealId }).catch(onError))

  const end = async (build: BuildRow, problem: string): Promise<void> =>
    database.transaction(async () => {
      const at = now()
      if (!(await store.fail(build, problem, at))) return
      await onEnd(build.dealId, 'failed', at)
      await tell(build.dealId)
    })

  /** Sends heartbeats until the build ends, and aborts a build that another node has taken over. */
  const keepAlive = async (build: BuildRow, taken: AbortController, over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      await pause(beatMs, undefined, { signal: over, ref: false }).catch(() => undefined)
      if (over.aborted) return
      try {
        if (!(await store.beat(build, now()))) taken.abort(new TakenOver())
      } catch (error) {
        onError(error)
      }
    }
  }

  const stages = async (build: BuildRow, signal: AbortSignal): Promise<void> => {
    const { dealId } = build
    const actor = actingFor(build.startedBy, 'owner')
    let stage: BuildRow['stage'] | undefined = build.stage
    while (stage !== undefined) {
      const current: BuildRow['stage'] = stage
      const next = stageAfter(current)
      signal.throwIfAborted()
      const commit = await work[current]({ dealId, actor, signal })
      signal.throwIfAborted()
      // The user who started it may have left, but the deal's other members still wait for the canvas.
      await changes.change(actor, dealId, 'service', async (deal) => {
        // Check first: a node that has lost the build must not write anything.
        if (!(await store.advance(build, current, next, deal.at))) throw new TakenOver()
        await commit(deal)
        if (next === undefined) await onEnd(dealId, 'ready', deal.at)
        await tell(dealId)
      })
      stage = next
    }
  }

  /** Reloads the state of the build after a store was unavailable. */
  const found = async ({ dealId, attempt }: BuildRow): Promise<BuildRow> => {
    const row = await store.find(dealId)
    if (row?.attempt !== attempt || row.isDone) throw new TakenOver()
    return row
  }

  /**
   * Continues a build once an unavailable store responds again. If it were left to be taken over, it would count as a
   * build that crashes its process, and its files would be blamed.
   */
  const stagesThroughOutages = async (build: BuildRow, signal: AbortSignal): Promise<void> => {
    let current = build
    let awaySince: number | undefined
    for (;;) {
      try {
        return await stages(current, signal)
      } catch (error) {
        const away = unavailableStore(error)
        if (away === undefined || signal.aborted) throw error
        onError(error)
        awaySince ??= performance.now()
        if (performance.now() - awaySince > maxOutageMs)
          return end(build, outageProblem(buildMessages.storeUnreachable({ store: away })))
      }
      await pause(outageRetryMs, undefined, { signal, ref: false })
      const row = await found(build).catch((error: unknown) => {
        if (unavailableStore(error) === undefined) throw error
        onError(error)
        return current
      })
      if (row.stage !== current.stage) awaySince = undefined
      current = row
    }
  }

  const run = async (build: BuildRow): Promise<void> => {
    const taken = new AbortController()
    const over = new AbortController()
    const alive = keepAlive(build, taken, over.signal)
    try {
      await stagesThroughOutages(build, AbortSignal.any([taken.signal, closing.signal]))
    } catch (error) {
      // Another node continues it: the one that took it over, or the one that finds it after this node has stopped.
      if (error instanceof TakenOver || taken.signal.aborted || closing.signal.aborted) return
      const { problem, isFault } = buildFailure(error)
      if (isFault) onError(error)
      await end(build, problem).catch(onError)
    } finally {
      over.abort()
      await alive
    }
  }

  const launch = (build: BuildRow): void => {
    const key = `${build.dealId} ${build.attempt}`
    const work = run(build).finally(() => running.delete(key))
    running.set(key, work)
  }

  return {
    find: store.find,

    /** Starts a build inside the caller's transaction. False: one is already running. */
    start: async (dealId: string, userId: string): Promise<boolean> => {
      const build = await store.start(dealId, userId, now())
      if (build === undefined) return false
      await database.afterCommit(async () => launch(build))
      await tell(dealId)
      return true
    },

    /**
     * Resumes builds whose process died. A node that uses the database alone need not wait until they count as
     * abandoned.
     */
    resume: async ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (closing.signal.aborted) return
      const room = maxAtOnce - running.size
      if (room <= 0) return
      for (const build of await store.abandoned(later(now(), isAlone ? 1 : -abandonedMs), room)) {
        if (build.takenOver >= maxTakenOver) {
          await end(build, outageProblem(buildMessages.serviceStopped({ count: build.takenOver })))
          continue
        }
        const taken = await store.takeOver(build, now())
        if (taken !== undefined) launch(taken)
      }
    },

    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
