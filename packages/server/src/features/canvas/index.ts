import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Auth } from '../auth/index.ts'
import type { DealAccess, DealEntrance, Deals, SuperadminDealEntries } from '../deals/index.ts'
import { canvasRoutes } from './canvas.routes.ts'
import { createCanvases } from './canvas.service.ts'
import { createCanvasStore } from './canvas.store.ts'
import { createCanvasSessions } from './canvas-sessions.service.ts'
import { createDealTokens } from './deal-tokens.service.ts'

export { announceInvalidated, canvasInvalidatedTopic } from './canvas-invalidation.ts'
export type { CanvasSessions } from './canvas-sessions.service.ts'

interface Needs {
  access: DealAccess
  adminLog: AdminLog
  auth: Auth
  changes: DealChanges
  deals: Deals
  entrance: DealEntrance
  superadminEntries: SuperadminDealEntries
  warmModel: Parameters<typeof createCanvases>[0]['onOpened']
}

/** The initial snapshot of a deal, its sessions, and the tokens of the live channel. */
export const createCanvasFeature = (platform: Platform, needs: Needs) => {
  const { database, bus, limits, state, now } = platform
  const { access, adminLog, auth, changes, deals, entrance, superadminEntries, warmModel } = needs
  const sessions = createCanvasSessions({ state, now })
  const canvases = createCanvases({
    store: createCanvasStore(database),
    sessions,
    records: deals,
    changes,
    database,
    bus,
    onOpened: warmModel,
  })
  const tokens = createDealTokens({ auth, deals: access, entrance, superadminEntries, changes, limits, adminLog })
  return { sessions, routes: canvasRoutes({ canvases, tokens }) }
}
