import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { AuditTrailStore } from '../audit-trail.store.ts'
import type { ChangingDeal, DealChanges } from '../deal-changes.service.ts'
import { digestDecisionRow } from '../decision/finalization.ts'
import { mayPrecedeBaseline } from '../event-age.ts'
import type { HeadLine } from '../heads/head-log.ts'
import { rangesOf } from '../ranges.ts'
import type { Upgrade } from '../upgrade/upgrade-statement.ts'
import type { BeginTrail } from './begin-trail.ts'
import { digestHistory } from './compare-rows.ts'
import type { DealDigests } from './deal-digests.ts'
import { newSalt } from './digests.ts'
import { presentHead } from './signed-head.ts'

interface Deps {
  store: Pick<AuditTrailStore, 'headless' | 'isHeadless' | 'head' | 'after' | 'missingData' | 'decide'>
  changes: Pick<DealChanges, 'changeAsService'>
  digests: DealDigests
  beginTrail: BeginTrail
  upgrade: Pick<Upgrade, 'covers'>
  log: HeadLine
  onError(error: unknown): void
  now: Clock
}

const batchSize = 100
const pageSize = 1_000
/** Pause between deals, so that requests of users take precedence. */
const pauseMs = 5

/**
 * During the upgrade, gives each trail from before digests and signed heads one signed event that captures the state of
 * the deal, and each untouched deal its first head. Any node continues where another stopped, and the deal's lock lets
 * only one of them write. Only signed data decides which trails are old, never rows or their dates.
 */
export const createBaselines = (deps: Deps) => {
  const { store, changes, digests, beginTrail, upgrade, log, onError, now } = deps
  const closing = new AbortController()
  let running = Promise.resolve()

  /** Whether an earlier version wrote the whole trail. A single signed event of this version proves that it did not. */
  const isOfEarlierVersion = async (dealId: string): Promise<boolean> => {
    for (let after = 0; ; ) {
      const page = await store.after(dealId, after, pageSize)
      if (!page.every(mayPrecedeBaseline)) return false
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) return true
      after = last.seq
    }
  }

  const recordBaseline = async (deal: Omit<ChangingDeal, 'notify'>): Promise<void> => {
    const dealId = deal.row.id
    const row = { ...deal.row, rationaleSalt: newSalt() }
    const isDecided = row.decision !== null
    if (isDecided) await store.decide(dealId, { rationaleSalt: row.rationaleSalt })
    const sections = (await digests.standing(dealId)).map(({ sectionKey, version }) => [sectionKey, version] as const)
    deal.record('audit.baseline', {
      digests: {
        sections: await digestHistory(digests, dealId, new Map(sections)),
        numbers: await digests.numbers(dealId),
        decision: isDecided ? digestDecisionRow(row) : null,
      },
      sections,
      erased: rangesOf(await store.missingData(dealId)),
    })
    deal.afterCommit(async (head) => log.info({ audit_head: presentHead(head) }, 'Wrote audit trail baseline'))
  }

  const write = (dealId: string): Promise<void> =>
    changes.changeAsService(
      dealId,
      async (deal) => {
        if (!(await store.isHeadless(dealId))) return
        const isEmpty = (await store.head(dealId))?.head.seq === 0
        if (!upgrade.covers(isEmpty ? 'empty' : 'events', deal.at)) return
        if (isEmpty && (await digests.standing(dealId)).length > 0) return
        // Early intakes stored files without an event of their own; a baseline marks that such files can exist.
        if (isEmpty && (await digests.documentsOf(dealId)).length === 0) await beginTrail(dealId, deal.at)
        else if (await isOfEarlierVersion(dealId)) await recordBaseline(deal)
      },
      { evenIfDecided: true, isBaseline: true },
    )

  const runAll = async (): Promise<void> => {
    if (!upgrade.covers('empty', now())) return
    for (let after = ''; !closing.signal.aborted; ) {
      const dealIds = await store.headless(after, batchSize)
      for (const dealId of dealIds) {
        if (closing.signal.aborted) return
        // A deal that was deleted in the meantime, or that fails, must not block the others.
        await write(dealId).catch(onError)
        await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
      const last = dealIds.at(-1)
      if (last === undefined || dealIds.length < batchSize) return
      after = last
    }
  }

  return {
    /** Writes the baseline of one deal before it is changed. */
    takeOver: async (dealId: string): Promise<void> => {
      if (await store.isHeadless(dealId)) await write(dealId)
    },
    /** Writes all due baselines one after the other. A call during a run starts another run after it. */
    run: (): Promise<void> => {
      running = running.then(() => runAll().catch(onError))
      return running
    },
    close: async (): Promise<void> => {
      closing.abort()
      await running
    },
  }
}
