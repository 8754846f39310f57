import type { OrgRole } from '@deal-canvas/contract'
import { organizationMessages } from '../../messages/organization.ts'

/** The roles that somebody may give a member; the member's own is among them. The service decides in the end. */
export const assignableRoles = (acting: OrgRole, member: OrgRole): readonly OrgRole[] => {
  if (acting === 'owner') return ['member', 'admin', 'owner']
  return acting === 'admin' && member !== 'owner' ? ['member', 'admin'] : [member]
}

/** Everyone may leave; admins remove all but owners, owners anyone. */
export const mayRemove = (acting: OrgRole, member: OrgRole, isSelf: boolean): boolean =>
  isSelf || acting === 'owner' || (acting === 'admin' && member !== 'owner')

/** What a role cannot do, in a sentence; empty for owners, who can do everything. */
export const limitsOf = (role: OrgRole): string =>
  ({
    owner: '',
    admin: organizationMessages.adminLimits(),
    member: organizationMessages.memberLimits(),
  })[role]
