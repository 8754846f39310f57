import type { DealRole } from '@deal-canvas/contract'
import type { Actor } from './actor.ts'

/** Someone whose act the service carries on without a request, in the role that they had when they began it. */
export const actingFor = (userId: string, dealRole: DealRole): Actor => ({
  userId,
  sessionId: userId,
  isSuperadmin: false,
  forcePasswordChange: false,
  tokenExpiresAt: new Date(0),
  tokenDealId: undefined,
  tokenGrantId: undefined,
  dealRole,
  bySuperadminGrant: false,
  orgRole: undefined,
})
