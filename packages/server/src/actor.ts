import type { DealRole, OrgRole } from '@deal-canvas/contract'

/** Who makes a request, as read from the database at this request. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  readonly isSuperadmin: boolean
  readonly forcePasswordChange: boolean
  /** Until when the token is good; a stream opened with it ends then. */
  readonly tokenExpiresAt: Date
  /** Set where the token is good for one deal only. */
  readonly tokenDealId: string | undefined
  /** Set where the token is good by a superadmin's grant, which is read again at each request. */
  readonly tokenGrantId: string | undefined
  /** The role on the deal in the path, where the operation asks for one. */
  readonly dealRole: DealRole | undefined
  /** Whether that role comes from the power of a superadmin alone, by a grant or a membership given by that power; what is done by it is marked in the journal. */
  readonly bySuperadminGrant: boolean
  /** The role in the organization in the path, where the operation asks for one. */
  readonly orgRole: OrgRole | undefined
}
