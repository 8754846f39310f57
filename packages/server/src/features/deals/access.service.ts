import { type DealRole, dealRoles } from '@deal-canvas/contract'
import type { DealAccessStore, DealActivity } from './access.store.ts'

export type DealAccess = ReturnType<typeof createDealAccess>

/** How a user can see a deal. */
export interface Standing {
  role: DealRole
  /** When their access as a guest ends; null: they are not a guest. */
  guestUntil: Date | null
}

export const createDealAccess = ({ store }: { store: DealAccessStore }) => {
  /**
   * Returns the effective role: the highest of the user's own membership, team grants and organization role. Undefined:
   * the deal is invisible to the user.
   */
  const standingOf = async (userId: string, dealId: string): Promise<Standing | undefined> => {
    const { roles, guestUntil } = await store.heldOn({ userId, dealId })
    const role = dealRoles.findLast((item) => roles.includes(item))
    return role === undefined ? undefined : { role, guestUntil }
  }

  return {
    standingOf,
    roleOf: async (userId: string, dealId: string): Promise<DealRole | undefined> =>
      (await standingOf(userId, dealId))?.role,
    anyVisibleTo: store.anyVisibleTo,
    visibleTo: store.visibleTo,
    /**
     * Returns the name, organization and last activity of deals without checking access. Ids that do not match a deal
     * are omitted.
     */
    activityOf: async (dealIds: readonly string[]): Promise<Map<string, DealActivity>> =>
      new Map((await store.activityOf(dealIds)).map((deal) => [deal.id, deal])),
  }
}
