import { type DealRole, dealRoles } from '@deal-canvas/contract'
import { memberMessages } from '../../../messages/members.ts'

export const roleNames: Record<DealRole, string> = {
  owner: memberMessages.owner(),
  editor: memberMessages.editor(),
  commenter: memberMessages.commenter(),
  viewer: memberMessages.viewer(),
}

export const rolePermissions: Record<DealRole, string> = {
  owner: memberMessages.ownerPermissions(),
  editor: memberMessages.editorPermissions(),
  commenter: memberMessages.commenterPermissions(),
  viewer: memberMessages.viewerPermissions(),
}

/** From the most to the fewest permissions. */
export const roleLabels = (['owner', 'editor', 'commenter', 'viewer'] as const).map(
  (role) => [role, roleNames[role], rolePermissions[role]] as const,
)

export const readRole = (text: string): DealRole | undefined => dealRoles.find((role) => role === text)
