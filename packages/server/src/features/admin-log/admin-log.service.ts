import type { Actor } from '../../actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { ActsPage, AdminLogStore } from './admin-log.store.ts'

/** An action on a target. Never contains secrets, because the log is kept longer than they are. */
export interface Act {
  /** The target type and what happened to it, such as `user.changed`. */
  action: `${string}.${string}`
  target: { type: string; id: string }
  orgId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export type AdminLog = ReturnType<typeof createAdminLog>

/** The log of administrators' actions, written in the transaction of the action itself. */
export const createAdminLog = ({ store, now }: { store: AdminLogStore; now: Clock }) => ({
  record: async (actor: Actor, { action, target, orgId = null, before, after }: Act): Promise<void> => {
    await store.add({
      id: newId(),
      at: now(),
      actorId: actor.userId,
      action,
      targetType: target.type,
      targetId: target.id,
      orgId,
      before: before ?? null,
      after: after ?? null,
    })
  },

  page: (wanted: ActsPage) => store.page({ ...wanted, limit: wanted.limit + 1 }),
})
