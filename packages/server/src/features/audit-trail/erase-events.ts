import type { AuditTrailStore } from './audit-trail.store.ts'
import type { ChangingDeal } from './deal-changes.service.ts'
import { rangesOf } from './ranges.ts'

export type EraseEvents = ReturnType<typeof createEraseEvents>

/**
 * Erases the data of events that hold texts of outside pipelines or users, inside a change of their deal. The signed
 * event `audit.erased` lists them: data that is missing without one counts as tampering. Returns how many were erased.
 */
export const createEraseEvents =
  ({ store }: { store: Pick<AuditTrailStore, 'eraseData'> }) =>
  async (deal: Pick<ChangingDeal, 'row' | 'record'>, seqs: readonly number[]): Promise<number> => {
    const erased = await store.eraseData(deal.row.id, seqs)
    if (erased.length > 0) deal.record('audit.erased', { seqs: rangesOf(erased), count: erased.length })
    return erased.length
  }
