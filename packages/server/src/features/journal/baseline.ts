import { setTimeout as sleep } from 'node:timers/promises'
import { digestHistory } from './compare-rows.ts'
import type { DealChanges } from './deal-changes.service.ts'
import type { DealDigests } from './deal-digests.ts'
import { newSalt } from './digests.ts'
import { digestDecisionRow } from './finalization.ts'
import type { HeadLine } from './head-log.ts'
import type { JournalStore } from './journal.store.ts'
import { rangesOf } from './ranges.ts'
import { presentHead } from './signed-head.ts'

interface Deps {
  store: Pick<JournalStore, 'takeBaseline' | 'baselinesDue' | 'missingData' | 'decide'>
  changes: Pick<DealChanges, 'changeAsService'>
  digests: DealDigests
  log: HeadLine
  onError(error: unknown): void
}

const batchSize = 100
/** Between deals: people who wait for something come first. */
const pauseMs = 5

/**
 * Gives each trail from before there were digests and signed heads one signed event that says how the deal stands. Any
 * node goes on where another ended, and the deal's lock lets one of them write.
 */
export const createBaselines = ({ store, changes, digests, log, onError }: Deps) => {
  const closing = new AbortController()
  let running = Promise.resolve()

  const write = (dealId: string): Promise<void> =>
    changes.changeAsService(
      dealId,
      async (deal) => {
        if (!(await store.takeBaseline(dealId))) return
        const row = { ...deal.row, rationaleSalt: newSalt() }
        const isDecided = row.decision !== null
        if (isDecided) await store.decide(dealId, { rationaleSalt: row.rationaleSalt })
        const sections = (await digests.standing(dealId)).map(
          ({ sectionKey, version }) => [sectionKey, version] as const,
        )
        deal.record('audit.baseline', {
          digests: {
            sections: await digestHistory(digests, dealId, new Map(sections)),
            numbers: await digests.numbers(dealId),
            decision: isDecided ? digestDecisionRow(row) : null,
          },
          sections,
          erased: rangesOf(await store.missingData(dealId)),
        })
        deal.afterCommit(async (head) => log.info({ audit_head: presentHead(head) }, 'Audit trail baseline'))
      },
      { evenIfDecided: true, isBaseline: true },
    )

  const runAll = async (): Promise<void> => {
    for (let after = ''; !closing.signal.aborted; ) {
      const dealIds = await store.baselinesDue(after, batchSize)
      for (const dealId of dealIds) {
        if (closing.signal.aborted) return
        // A deal that was deleted meanwhile, or fails, must not keep the others waiting.
        await write(dealId).catch(onError)
        await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
      const last = dealIds.at(-1)
      if (last === undefined || dealIds.length < batchSize) return
      after = last
    }
  }

  return {
    /** All that are due, one after the other; asked again while it runs, it runs once more. */
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
