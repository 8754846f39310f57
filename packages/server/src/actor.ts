import type { ApiKeyScope, DealRole, OrgRole } from '@deal-canvas/contract'

/** The API key with which a program makes a request. */
interface ActingKey {
  readonly id: string
  readonly orgId: string
  readonly scope: ApiKeyScope
}

/** The user who makes a request, as read from the database for this request. */
export interface Actor {
  readonly userId: string
  /** The session, or the secret of an API key; streams end with it. */
  readonly sessionId: string
  readonly isSuperadmin: boolean
  readonly forcePasswordChange: boolean
  readonly hasSecondFactor: boolean
  readonly signedInAt: Date
  /** When they last proved a second factor in this session, or confirmed who they are. */
  readonly confirmedAt: Date | undefined
  /** When the token expires; a stream opened with it ends then. */
  readonly tokenExpiresAt: Date
  /** Set if the token is valid for one deal only. */
  readonly tokenDealId: string | undefined
  /** Set if the token is based on a superadmin's grant, which is checked again on each request. */
  readonly tokenGrantId: string | undefined
  /** The role on the deal in the path, if the operation requires one. */
  readonly dealRole: DealRole | undefined
  /** When the access of the user to that deal ends, who is a guest there; absent or null: they are not a guest. */
  readonly guestUntil?: Date | null
  /**
   * Whether that role exists only through superadmin power, by a grant or a membership given with it. Actions with such
   * a role are marked in the audit trail.
   */
  readonly bySuperadminGrant: boolean
  /** The role in the organization in the path, if the operation requires one. */
  readonly orgRole: OrgRole | undefined
  /** Set if the user is the service member of an API key. */
  readonly apiKey?: ActingKey
}

/** Whether the user reached the deal in the path as a guest. */
export const isGuest = ({ guestUntil }: Pick<Actor, 'guestUntil'>): boolean => guestUntil != null
