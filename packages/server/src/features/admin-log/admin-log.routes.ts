import { type AdminAct, adminLog as adminLogOperation } from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { AdminLog } from './admin-log.service.ts'
import type { ActRow } from './admin-log.store.ts'

export const adminLogRoutes = ({ adminLog }: { adminLog: AdminLog }): Route[] => [
  handle(adminLogOperation, async ({ query: { limit = 20, cursor, actor_id, action, target_id } }) => {
    const after = readCursor(cursor)
    const rows = await adminLog.page({ actorId: actor_id, action, targetId: target_id, after, limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentAct,
      keyOf: ({ act }) => [act.at, act.id],
    })
    return { acts: items, ...rest }
  }),
]

const presentAct = ({ act, actorName, actorEmailVerified }: ActRow): AdminAct => ({
  id: act.id,
  at: act.at.toISOString(),
  actor_id: act.actorId,
  actor_name: actorName,
  actor_email_verified: actorEmailVerified,
  action: act.action,
  target_type: act.targetType,
  target_id: act.targetId,
  org_id: act.orgId,
  before: act.before,
  after: act.after,
})
