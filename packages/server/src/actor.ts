import type { DealRole, OrgRole } from '@deal-canvas/contract'

/** The user who makes a request, as read from the database for this request. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  readonly isSuperadmin: boolean
  readonly forcePasswordChange: boolean
  /** When the token expires; a stream opened with it ends then. */
  readonly tokenExpiresAt: Date
  /** Set if the token is valid for one deal only. */
  readonly tokenDealId: string | undefined
  /** Set if the token is based on a superadmin's grant, which is checked again on each request. */
  readonly tokenGrantId: string | undefined
  /** The role on the deal in the path, if the operation requires one. */
  readonly dealRole: DealRole | undefined
  /**
   * Whether that role exists only through superadmin power, by a grant or a membership given with it. Actions with such
   * a role are marked in the audit trail.
   */
  readonly bySuperadminGrant: boolean
  /** The role in the organization in the path, if the operation requires one. */
  readonly orgRole: OrgRole | undefined
}
