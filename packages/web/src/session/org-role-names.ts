import type { OrgRole } from '@deal-canvas/contract'
import { sessionMessages } from '../messages/session.ts'

export const orgRoleNames: Record<OrgRole, string> = {
  owner: sessionMessages.roleOwner(),
  admin: sessionMessages.roleAdmin(),
  member: sessionMessages.roleMember(),
}
