import type { CanvasSession } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Deals, SeenDeal } from '../deals/index.ts'
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
    // Read before the deal, so that its name and status are not older than the last event of the snapshot.
    const snapshot = (await store.snapshot(dealId)) ?? refuse('deal_not_found')
    const seen = await records.show(actor, dealId)
    onOpened(dealId)
    return { session, seen, snapshot }
  },

  /** Returns whether there was a session to end. */
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
