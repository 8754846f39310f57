import { DomainError } from '../../domain-error.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { createFindFindings, type FindingsDeps } from './find-findings.ts'
import { withHistory } from './keep-settlements.ts'
import type { FindingRow, ReconciliationLease, ReconciliationStore } from './reconciliation.store.ts'

interface Deps extends FindingsDeps {
  store: Pick<ReconciliationStore, 'take' | 'finish' | 'comparable' | 'all' | 'replace'>
  changes: Pick<DealChanges, 'changeAsService'>
  onError(error: unknown): void
  now: Clock
}

const leaseMs = 10 * 60_000
const dealsAtOnce = 4

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
        const [before, after] = [former, rows].map((list) => new Set(list.filter(isContradiction).map(({ id }) => id)))
        const appeared = [...(after ?? [])].filter((id) => before?.has(id) !== true).length
        const gone = [...(before ?? [])].filter((id) => after?.has(id) !== true).length
        const open = rows.filter((row) => isContradiction(row) && row.choice === null).length
        const versions = new Map(former.map(({ id, version }) => [id, version]))
        const changed = rows.filter(
          (row) => isContradiction(row) && before?.has(row.id) === true && versions.get(row.id) !== row.version,
        ).length
        if (appeared + gone + changed > 0)
          deal.record('contradiction.updated', { found: appeared, gone, changed, open })
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
