/** Roles on one deal, from lowest to highest. */
export const dealRoles = ['viewer', 'commenter', 'editor', 'owner'] as const
export type DealRole = (typeof dealRoles)[number]

/** Roles in an organization, from lowest to highest. */
export const orgRoles = ['member', 'admin', 'owner'] as const
export type OrgRole = (typeof orgRoles)[number]

/**
 * Who can call an operation. Required: an operation cannot be declared without it, and a route without it stops the
 * startup.
 */
export type Access =
  | { readonly kind: 'public' }
  /** The refresh cookie authenticates the caller; the Origin header is checked. */
  | { readonly kind: 'refresh_cookie' }
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'superadmin' }
  /** An admin or owner of at least one organization, or a superadmin. The service checks whom they can act on. */
  | { readonly kind: 'admin' }
  /** A role in the organization in the path; one the caller does not belong to is 404. Superadmins count as owners. */
  | { readonly kind: 'org_role'; readonly role: OrgRole }
  /** A role on the deal in the path; a deal the caller cannot see is 404. */
  | { readonly kind: 'deal_role'; readonly role: DealRole }
  /** The operator of the service: from this machine, or with the metrics token. */
  | { readonly kind: 'operator' }

export const anyone: Access = { kind: 'public' }
export const refreshCookie: Access = { kind: 'refresh_cookie' }
export const signedIn: Access = { kind: 'signed_in' }
export const superadmin: Access = { kind: 'superadmin' }
export const admin: Access = { kind: 'admin' }
export const orgRole = (role: OrgRole): Access => ({ kind: 'org_role', role })
export const operator: Access = { kind: 'operator' }
export const dealRole = (role: DealRole): Access => ({ kind: 'deal_role', role })

export const atLeast = <Role extends string>(order: readonly Role[], role: Role, needed: Role): boolean =>
  order.indexOf(role) >= order.indexOf(needed)
