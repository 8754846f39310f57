import { setTimeout as pause } from 'node:timers/promises'
import { actingFor } from '../../acting-for.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { unavailableStore } from '../../platform/store-unavailable.ts'
import type { DealChanges } from '../audit-trail/deal-changes.service.ts'
import { buildFailure, outageProblem } from './build-failure.ts'
import { type StageWork, stageAfter } from './build-stages.ts'
import type { BuildRow, BuildsStore } from './builds.store.ts'

interface Deps {
  store: BuildsStore
  database: Database
  changes: Pick<DealChanges, 'change'>
  work: StageWork
  /** Inside the transaction that ends a build. */
  onEnd(dealId: string, end: 'ready' | 'failed', at: Date): Promise<void>
  bus: Pick<Bus, 'publish'>
  now: Clock
  onError(error: unknown): void
  /** How often a build gives a sign of life, and how long without one it counts as abandoned. */
  beatMs?: number
  abandonedMs?: number
  /** How long a build waits before it tries a store again that was away, and for how long in all. */
  outageRetryMs?: number
  maxOutageMs?: number
}

/** Told to every node when a build has moved; where it stands is read from the database. */
export const buildMovedTopic = 'build.moved'

/** A build that was cut off so often takes its process down, and must not do so for ever. */
const maxTakenOver = 5
const maxAtOnce = 4

class TakenOver extends Error {}

export type Builds = ReturnType<typeof createBuilds>

/**
 * Makes the files of a deal into its canvas, stage by stage. Where a build stands is a row in the database: a build cut
 * off by the end of its process is found there by any node and goes on with the stage that it was in.
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

  /** Signs of life until the build ends; a build that is somebody else's now is stopped. */
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
      // Whoever began it may have left since; the deal's other members still wait for its canvas.
      await changes.change(actor, dealId, 'service', async (deal) => {
        // First of all: who has lost the build must not leave anything behind.
        if (!(await store.advance(build, current, next, deal.at))) throw new TakenOver()
        await commit(deal)
        if (next === undefined) await onEnd(dealId, 'ready', deal.at)
        await tell(dealId)
      })
      stage = next
    }
  }

  /** Where the build stands by now, after a store was away. */
  const found = async ({ dealId, attempt }: BuildRow): Promise<BuildRow> => {
    const row = await store.find(dealId)
    if (row?.attempt !== attempt || row.isDone) throw new TakenOver()
    return row
  }

  /**
   * A build goes on once a store that was away answers again. Left to be taken over, it would be counted as one that ends
   * its process, and its files would be blamed.
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
          return end(build, outageProblem(`The ${away} is not reachable`))
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
      // Somebody else goes on with it: the node that took it over, or whoever finds it after this one has ended.
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

    /** Begins a build, inside the transaction of whoever asks for it. False while one is under way. */
    start: async (dealId: string, userId: string): Promise<boolean> => {
      const build = await store.start(dealId, userId, now())
      if (build === undefined) return false
      await database.afterCommit(async () => launch(build))
      await tell(dealId)
      return true
    },

    /** Goes on with builds whose process ended before them. Who has the database alone need not wait to know that. */
    resume: async ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (closing.signal.aborted) return
      const room = maxAtOnce - running.size
      if (room <= 0) return
      for (const build of await store.abandoned(later(now(), isAlone ? 1 : -abandonedMs), room)) {
        if (build.takenOver >= maxTakenOver) {
          const times = `The service stopped ${build.takenOver} times during this build`
          await end(build, outageProblem(times))
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
