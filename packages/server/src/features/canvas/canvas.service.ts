import type { CanvasSession } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { Deals, SeenDeal } from '../deals/deals.service.ts'
import type { CanvasStore, SnapshotRow } from './canvas.store.ts'
import { announceInvalidated } from './canvas-invalidation.ts'
import type { CanvasSessions } from './canvas-sessions.service.ts'

interface Deps {
  store: CanvasStore
  sessions: Pick<CanvasSessions, 'open' | 'end'>
  records: Pick<Deals, 'show'>
  changes: Pick<DealChanges, 'change'>
  database: Pick<Database, 'afterCommit'>
  bus: Bus
  onOpened(dealId: string): void
}

export interface OpenedCanvas {
  session: CanvasSession
  seen: SeenDeal
  snapshot: SnapshotRow
}

export type Canvases = ReturnType<typeof createCanvases>

export const createCanvases = ({ store, sessions, records, changes, database, bus, onOpened }: Deps) => ({
  open: async (actor: Actor, dealId: string): Promise<OpenedCanvas> => {
    const session = await sessions.open(dealId)
    // Before the deal: what it is called and whether it is decided must not be older than the last entry says.
    const snapshot = (await store.snapshot(dealId)) ?? refuse('deal_not_found')
    const seen = await records.show(actor, dealId)
    onOpened(dealId)
    return { session, seen, snapshot }
  },

  /** Answers whether there was a session to end. */
  invalidate: (actor: Actor, dealId: string): Promise<boolean> =>
    changes.change(
      actor,
      dealId,
      'owner',
      async (deal) => {
        const begun = await sessions.end(dealId)
        if (begun === undefined) return false
        const { epoch } = begun
        deal.record('canvas.invalidated', { epoch })
        await database.afterCommit(() => announceInvalidated(bus, [dealId], epoch))
        return true
      },
      { evenIfDecided: true },
    ),
})
