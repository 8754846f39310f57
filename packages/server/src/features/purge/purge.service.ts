import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { DealAccess } from '../deals/access.service.ts'
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
  /** Told of deals whose state is gone. */
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
  /** Of the listed deals, what each is called and whose it is; a deal that is only reserved, or gone, has no name. */
  names: Awaited<ReturnType<DealAccess['activityOf']>>
}

type Pages = Iterable<string[]> | AsyncIterable<string[]>

const pageSize = 200
const targetOf = ({ dealId }: PurgeRequest) =>
  dealId === null ? { type: 'deals', id: 'all' } : { type: 'deal', id: dealId }

/** One that was cut off longer ago is not gone on with: what it has found says nothing about today. */
const goesOnDays = 1
const keptDays = 30

export type Purge = ReturnType<typeof createPurge>

/** Removes the short-lived state of deals. What is kept in tables is never touched. */
export const createPurge = ({ store, database, keyValue, deals, adminLog, tell, now }: Deps) => {
  const look = createLook({ keyValue, deals, now })

  const unfinished = (request: PurgeRequest): Promise<string | undefined> =>
    store.unfinished(spellingOf(request), later(now(), -days(goesOnDays)))

  const pagesOf = ({ dealId }: PurgeRequest): Pages => (dealId === null ? inPages(keyValue.deals()) : [[dealId]])

  const requireDeal = async (request: PurgeRequest, dealId: string): Promise<void> => {
    const deal = (await deals.activityOf([dealId])).get(dealId)
    if (request.orgId !== null && deal?.orgId !== request.orgId) refuse('deal_not_found')
    // A deal may be only reserved, or gone already: its state can still be removed.
    if (deal !== undefined || (await keyValue.countMany([dealId])).has(dealId)) return
    // Cut off after its last key: the repeat must be told what was removed.
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
      // One that is cut off and never repeated has deleted something all the same.
      await adminLog.record(actor, { action: 'purge.begun', target: targetOf(request) })
      return { id, resumed: false }
    })

  /** Writes down what is found before any of it is deleted, so that one cut off in between can still tell. */
  const plan = (purgeId: string, page: readonly string[], request: PurgeRequest) =>
    database.transaction(async () => {
      // The same purge may run on another node: what one has written down, the other must know when it counts.
      await store.lock(purgeId)
      const before = await store.planned(purgeId, page)
      const looked = await look(page, request)
      // Where the deletion has begun it is brought to its end: half a state is worse than none.
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
      // Two nodes that mark the same deals, each in its own order, would wait for one another.
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
    /** All the work, page by page; to be called outside of any transaction. Safe to repeat after a crash. */
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

    /** Until here, a repeat goes on with the same purge. */
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
