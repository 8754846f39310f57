import { type DealRole, dealRoles } from '@deal-canvas/contract'
import type { DealAccessStore, DealActivity } from './access.store.ts'

export type DealAccess = ReturnType<typeof createDealAccess>

export const createDealAccess = ({ store }: { store: DealAccessStore }) => ({
  /** The effective role: the highest of own membership, a team's and what the organization's role gives. None: the deal is invisible. */
  roleOf: async (userId: string, dealId: string): Promise<DealRole | undefined> => {
    const held = new Set(await store.rolesOn({ userId, dealId }))
    return dealRoles.findLast((role) => held.has(role))
  },
  anyVisibleTo: store.anyVisibleTo,
  visibleTo: store.visibleTo,
  /** What deals are called, where they belong and when something last happened to them, whoever asks; ids that are no deal are left out. */
  activityOf: async (dealIds: readonly string[]): Promise<Map<string, DealActivity>> =>
    new Map((await store.activityOf(dealIds)).map((deal) => [deal.id, deal])),
})
