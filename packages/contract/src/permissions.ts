import { atLeast, type DealRole, dealRoles, type OrgRole, orgRoles } from './access.ts'
import type { dealStatuses } from './deals.ts'

/** Admins assign the roles below owner; only owners promote and demote owners. */
export const canAssignRole = (acting: OrgRole, from: OrgRole, to: OrgRole): boolean =>
  acting === 'owner' || (acting === 'admin' && from !== 'owner' && to !== 'owner')

/** The roles that can be assigned to a member, including the current one. */
export const assignableRoles = (acting: OrgRole, member: OrgRole): readonly OrgRole[] =>
  orgRoles.filter((role) => role === member || canAssignRole(acting, member, role))

/** Everyone can leave; admins can remove anyone but owners, and owners can remove anyone. */
export const canRemoveMember = (acting: OrgRole, removed: OrgRole, isSelf: boolean): boolean =>
  isSelf || acting === 'owner' || (acting === 'admin' && removed !== 'owner')

export const canManageOrg = (role: OrgRole): boolean => atLeast(orgRoles, role, 'admin')

/** A role on a deal, and the deal's status. */
export interface RoleOnDeal {
  readonly role: DealRole
  readonly status: (typeof dealStatuses)[number]
}

const canWhileOpen = ({ role, status }: RoleOnDeal, needed: DealRole): boolean =>
  status === 'open' && atLeast(dealRoles, role, needed)

/** Edit the memo, the documents and the numbers. */
export const canEditDeal = (deal: RoleOnDeal): boolean => canWhileOpen(deal, 'editor')

/** Write comments, reactions and ratings. */
export const canComment = (deal: RoleOnDeal): boolean => canWhileOpen(deal, 'commenter')

/** Manage the name, the members and the decision; what a decision closes depends on the deal's status. */
export const canManageDeal = (role: DealRole): boolean => atLeast(dealRoles, role, 'owner')

interface Written {
  readonly userId: string
  readonly authorId: string
}

/** Only the author can edit a comment, whatever the role of others. */
export const canEditComment = ({ userId, authorId }: Written): boolean => userId === authorId

/** Undefined if the person no longer has a role on the deal. */
export const canDeleteComment = (role: DealRole | undefined, written: Written): boolean =>
  (role !== undefined && canManageDeal(role)) || canEditComment(written)

/** Ask members of the deal for something; also after the decision. */
export const canMakeRequest = (role: DealRole): boolean => atLeast(dealRoles, role, 'commenter')

/** Change everything about a request. */
export const canEditRequest = (role: DealRole, written: Written): boolean =>
  atLeast(dealRoles, role, 'editor') || canEditComment(written)

/** Mark a request as done or dropped, or open it again. */
export const canCloseRequest = (role: DealRole, asked: Written & { readonly assigneeId: string | null }): boolean =>
  canEditRequest(role, asked) || asked.assigneeId === asked.userId
