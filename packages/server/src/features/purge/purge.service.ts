import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealAccess } from '../deals/index.ts'
import { createTally, type Findings, goOn, removedKinds, sizeOf, together } from './findings.ts'
import { createLook, type LookedAt, skip } from './look.ts'
import type { PurgeStore } from './purge.store.ts'
import { checkRequest, type PurgeRequest, spellingOf } from './purge-request.ts'

interface Deps {
  store: PurgeStore
  database: Database
  keyValue: Pick<KeyValue, 'countMany' | 'deleteKinds' | 'deals'>
  deals: Pick<DealAccess, 'activityOf'>
  adminLog: Pick<AdminLog, 'record'>
  /** Called with the deals whose state was removed. */
  tell(dealIds: readonly string[]): Promise<void>
  now: Clock
}

export interface PurgeOutcome extends Findings {
  request: PurgeRequest
  /** Undefined for a dry run. */
  purgeId: string | undefined
  resumed: boolean
  purgedKeys: number
  durationMs: number
  /** Names and organizations of the listed deals; a deal that is only reserved or no longer exists has no name. */
  names: Awaited<ReturnType<DealAccess['activityOf']>>
}

type Pages = Iterable<string[]> | AsyncIterable<string[]>

const pageSize = 200
const targetOf = ({ dealId }: PurgeRequest) =>
  dealId === null ? { type: 'deals', id: 'all' } : { type: 'deal', id: dealId }

/** A purge interrupted longer ago is not resumed, because its findings are outdated. */
const goesOnDays = 1
const keptDays = 30

export type Purge = ReturnType<typeof createPurge>

/** Removes the short-lived state of deals. Never touches permanent tables. */
export const createPurge = ({ store, database, keyValue, deals, adminLog, tell, now }: Deps) => {
  const look = createLook({ keyValue, deals, now })

  const unfinished = (request: PurgeRequest): Promise<string | undefined> =>
    store.unfinished(spellingOf(request), later(now(), -days(goesOnDays)))

  const pagesOf = ({ dealId }: PurgeRequest): Pages => (dealId === null ? inPages(keyValue.deals()) : [[dealId]])

  const requireDeal = async (request: PurgeRequest, dealId: string): Promise<void> => {
    const deal = (await deals.activityOf([dealId])).get(dealId)
    if (request.orgId !== null && deal?.orgId !== request.orgId) refuse('deal_not_found')
    // Even if the deal is only reserved or no longer exists, its state can be removed.
    if (deal !== undefined || (await keyValue.countMany([dealId])).has(dealId)) return
    // If interrupted after the last key, the repeated request must still report what was removed.
    const begun = request.dryRun ? undefined : await unfinished(request)
    if (begun === undefined || !(await store.planned(begun, [dealId])).has(dealId)) refuse('deal_not_found')
  }

  const rehearse = async (request: PurgeRequest): Promise<Findings> => {
    const tally = createTally()
    for await (const page of pagesOf(request)) {
      for (const { found, isActive } of await look(page, request)) tally.add(isActive ? skip(found) : found)
    }
    return tally.read()
  }

  const begin = (actor: Actor, request: PurgeRequest) =>
    withAdvisoryLock(database, `purge ${spellingOf(request)}`, async () => {
      const begun = await unfinished(request)
      if (begun !== undefined) return { id: begun, resumed: true }
      const id = newId()
      await store.begin({ id, request: spellingOf(request), startedBy: actor.userId, startedAt: now() })
      // A purge that is interrupted and never repeated has still deleted something.
      await adminLog.record(actor, { action: 'purge.begun', target: targetOf(request) })
      return { id, resumed: false }
    })

  /** Records findings before deleting them, so that an interrupted purge can still report them. */
  const plan = (purgeId: string, page: readonly string[], request: PurgeRequest) =>
    database.transaction(async () => {
      // The same purge can run on another node, and each must know what the other has recorded when it counts.
      await store.lock(purgeId)
      const before = await store.planned(purgeId, page)
      const looked = await look(page, request)
      // A deletion that has started is completed, because partial state is worse than none.
      const isLeft = ({ found, isActive }: LookedAt) => isActive && before.get(found.dealId)?.done !== false
      const planned = looked.flatMap((deal) =>
        isLeft(deal) ? [] : (goOn(before.get(deal.found.dealId), deal.found) ?? []),
      )
      const skipped = looked.flatMap((deal) =>
        isLeft(deal) && !before.has(deal.found.dealId) ? [skip(deal.found)] : [],
      )
      if (planned.length > 0) await store.plan(purgeId, planned)
      return { planned, skipped }
    })

  const settle = (purgeId: string, dealIds: readonly string[]): Promise<void> =>
    database.transaction(async () => {
      // Without the lock, two nodes that mark the same deals in different order would deadlock.
      await store.lock(purgeId)
      await store.markDone(purgeId, dealIds)
    })

  const carryOut = async (purgeId: string, request: PurgeRequest): Promise<Findings> => {
    const tally = createTally()
    for await (const page of pagesOf(request)) {
      const { planned, skipped } = await plan(purgeId, page, request)
      for (const deal of skipped) tally.add(deal)
      if (planned.length === 0) continue
      const dealIds = planned.map(({ dealId }) => dealId)
      await keyValue.deleteKinds(dealIds, removedKinds(request.includeCheckpoints))
      await settle(purgeId, dealIds)
      await tell(dealIds)
    }
    return together(await store.findings(purgeId), tally.read())
  }

  const find = async (actor: Actor, request: PurgeRequest) => {
    if (request.dryRun) return { purgeId: undefined, resumed: false, ...(await rehearse(request)) }
    const { id, resumed } = await begin(actor, request)
    return { purgeId: id, resumed, ...(await carryOut(id, request)) }
  }

  return {
    /** Does all the work page by page; call it outside any transaction. Safe to repeat after a crash. */
    run: async (actor: Actor, request: PurgeRequest): Promise<PurgeOutcome> => {
      const begun = performance.now()
      checkRequest(request)
      if (request.dealId !== null) await requireDeal(request, request.dealId)
      const found = await find(actor, request)
      return {
        request,
        ...found,
        deals: found.deals.toSorted((a, b) => (a.dealId < b.dealId ? -1 : 1)),
        names: await deals.activityOf(found.deals.map(({ dealId }) => dealId)),
        purgedKeys: request.dryRun ? 0 : sizeOf(found.totals),
        durationMs: Math.round(performance.now() - begun),
      }
    },

    /** Until this is called, a repeated request resumes the same purge. */
    conclude: (actor: Actor, outcome: PurgeOutcome): Promise<void> =>
      database.transaction(async () => {
        const { request, purgeId, totals, dealsTotal, purgedKeys, resumed } = outcome
        if (purgeId !== undefined) await store.finish(purgeId, now())
        await adminLog.record(actor, {
          action: request.dryRun ? 'purge.dry_run' : 'purge.done',
          target: targetOf(request),
          orgId: request.dealId === null ? null : (outcome.deals[0]?.orgId ?? null),
          after: {
            mode: request.mode,
            include_checkpoints: request.includeCheckpoints,
            exclude_active_within_secs: request.excludeActiveWithinSecs,
            deals_total: dealsTotal,
            totals,
            purged_keys: purgedKeys,
            resumed,
          },
        })
      }),

    sweep: () => store.sweep(later(now(), -days(keptDays))),
  }
}

const inPages = async function* (dealIds: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const dealId of dealIds) {
    page.push(dealId)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
