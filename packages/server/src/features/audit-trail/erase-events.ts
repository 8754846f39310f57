import type { JournalStore } from './audit-trail.store.ts'
import type { ChangingDeal } from './deal-changes.service.ts'
import { rangesOf } from './ranges.ts'

export type EraseEvents = ReturnType<typeof createEraseEvents>

/**
 * Erases what events hold of outside pipelines' or people's words, inside a change of their deal. The signed event
 * `audit.erased` names them: data that is missing without one counts as tampering. Answers how many were erased.
 */
export const createEraseEvents =
  ({ store }: { store: Pick<JournalStore, 'eraseData'> }) =>
  async (deal: Pick<ChangingDeal, 'row' | 'record'>, seqs: readonly number[]): Promise<number> => {
    const erased = await store.eraseData(deal.row.id, seqs)
    if (erased.length > 0) deal.record('audit.erased', { seqs: rangesOf(erased), count: erased.length })
    return erased.length
  }
