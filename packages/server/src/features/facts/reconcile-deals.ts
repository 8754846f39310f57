import { kindOf } from '@deal-canvas/engine'
import { DomainError } from '../../domain-error.ts'
import { factMessages } from '../../messages/facts.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { DealChanges, ServiceChange } from '../audit-trail/index.ts'
import { createFindFindings, type FindingsDeps } from './find-findings.ts'
import { withHistory } from './keep-settlements.ts'
import type { FindingRow, ReconciliationLease, ReconciliationStore } from './reconciliation.store.ts'

interface Deps extends FindingsDeps {
  store: Pick<ReconciliationStore, 'take' | 'finish' | 'comparable' | 'all' | 'replace' | 'memberIds' | 'uploaderOf'>
  changes: Pick<DealChanges, 'changeAsService'>
  onError(error: unknown): void
  now: Clock
}

const leaseMs = 10 * 60_000
const dealsAtOnce = 4
/** Metrics that a notification names. */
const maxNamed = 3

const isContradiction = ({ status }: Pick<FindingRow, 'status'>): boolean => status === 'differs'

/**
 * Compares the documents of deals with their numbers, whenever either has changed. Every node looks for deals that are
 * due; a lease keeps two nodes from comparing the same deal.
 */
export const createReconcileDeals = (deps: Deps) => {
  const { store, changes, onError, now } = deps
  const findFindings = createFindFindings(deps)
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

  /** Tells the members which numbers are contradicted now. */
  const notify = async (deal: ServiceChange, rows: readonly FindingRow[]): Promise<void> => {
    const dealId = deal.row.id
    const causedBy = rows[0] && (await store.uploaderOf(dealId, rows[0].documentId))
    if (causedBy === undefined) return
    const labels = [...new Set(rows.map(({ metricKey }) => kindOf(metricKey)?.label ?? metricKey))]
    const named = labels.slice(0, maxNamed)
    const snippet = factMessages.contradictedMetrics({ metrics: named.join(', '), more: labels.length - named.length })
    deal.notify({ type: 'contradiction', to: await store.memberIds(dealId), snippet, causedBy })
  }

  const reconcileDeal = async (lease: ReconciliationLease): Promise<void> => {
    const { dealId } = lease
    const found = await findFindings(dealId, closing.signal)
    await changes
      .changeAsService(dealId, async (deal) => {
        const former = await store.all(dealId)
        const rows = withHistory(found, former)
        const ids = new Set(rows.map(({ id }) => id))
        await store.replace(
          dealId,
          rows,
          former.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
        )
        const before = new Map(former.filter(isContradiction).map(({ id, version }) => [id, version]))
        const contradictions = rows.filter(isContradiction)
        const appeared = contradictions.filter(({ id }) => !before.has(id))
        const changed = contradictions.filter(({ id, version }) => before.has(id) && before.get(id) !== version)
        const there = new Set(contradictions.map(({ id }) => id))
        const gone = [...before.keys()].filter((id) => !there.has(id)).length
        const open = contradictions.filter(({ choice }) => choice === null)
        if (appeared.length + gone + changed.length > 0)
          deal.record('contradiction.updated', {
            found: appeared.length,
            gone,
            changed: changed.length,
            open: open.length,
          })
        await notify(
          deal,
          [...appeared, ...changed].filter(({ choice }) => choice === null),
        )
        await store.finish(lease, deal.at)
      })
      .catch(async (error: unknown) => {
        // A decided deal keeps the findings it was decided with; one that is gone has none.
        if (!(error instanceof DomainError)) throw error
        await store.finish(lease, now())
      })
  }

  const reconcileDue = async (): Promise<void> => {
    for (;;) {
      const leases = await store.take(now(), later(now(), leaseMs), dealsAtOnce)
      if (leases.length === 0) return
      for (const lease of leases) {
        if (closing.signal.aborted) return
        await reconcileDeal(lease).catch((error: unknown) => {
          if (!closing.signal.aborted) onError(error)
        })
      }
    }
  }

  return {
    resume: (): Promise<void> => {
      if (!closing.signal.aborted) round = reconcileDue()
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
