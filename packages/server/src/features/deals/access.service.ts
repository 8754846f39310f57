import { type DealRole, dealRoles } from '@deal-canvas/contract'
import type { DealAccessStore, DealActivity } from './access.store.ts'

export type DealAccess = ReturnType<typeof createDealAccess>

export const createDealAccess = ({ store }: { store: DealAccessStore }) => ({
  /**
   * Returns the effective role: the highest of the user's own membership, team grants and organization role. Undefined:
   * the deal is invisible to the user.
   */
  roleOf: async (userId: string, dealId: string): Promise<DealRole | undefined> => {
    const held = new Set(await store.rolesOn({ userId, dealId }))
    return dealRoles.findLast((role) => held.has(role))
  },
  anyVisibleTo: store.anyVisibleTo,
  visibleTo: store.visibleTo,
  /**
   * Returns the name, organization and last activity of deals without checking access. Ids that do not match a deal are
   * omitted.
   */
  activityOf: async (dealIds: readonly string[]): Promise<Map<string, DealActivity>> =>
    new Map((await store.activityOf(dealIds)).map((deal) => [deal.id, deal])),
})
