import type { DealRole } from '@deal-canvas/contract'
import type { Actor } from './actor.ts'

/** A user whose action the service continues without a request, with the role they had when they started it. */
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
