import type { OrgRole } from '@deal-canvas/contract'

/** The roles that somebody may give a member; the member's own is among them. The service decides in the end. */
export const assignableRoles = (acting: OrgRole, member: OrgRole): readonly OrgRole[] => {
  if (acting === 'owner') return ['member', 'admin', 'owner']
  return acting === 'admin' && member !== 'owner' ? ['member', 'admin'] : [member]
}

/** Everyone may leave; admins remove all but owners, owners anyone. */
export const mayRemove = (acting: OrgRole, member: OrgRole, isSelf: boolean): boolean =>
  isSelf || acting === 'owner' || (acting === 'admin' && member !== 'owner')

/** What a role may not do, in a sentence; empty for owners, who may do everything. */
export const limitsOf = (role: OrgRole): string =>
  ({
    owner: '',
    admin: 'As an admin you manage members, teams and invitations. Only an owner makes or removes owners.',
    member:
      'As a member you see who is here. Only admins and owners change roles, make teams, invite people or rename the organization.',
  })[role]
