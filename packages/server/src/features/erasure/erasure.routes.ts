import { eraseUser } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { UserErasure } from './user-erasure.service.ts'

export const erasureRoutes = ({ erasure }: { erasure: Pick<UserErasure, 'request'> }): Route[] => [
  handle(eraseUser, async ({ actor, params: { user_id }, body }) => {
    const { finishedAt } = await erasure.request(actor, user_id, body?.transfer_to ?? null)
    return { user_id, finished_at: finishedAt?.toISOString() ?? null }
  }),
]
