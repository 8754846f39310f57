import type { OrgRole } from '@deal-canvas/contract'
import { organizationMessages } from '../../messages/organization.ts'

/** A sentence about what a role cannot do; empty for owners, who can do everything. */
export const limitsOf = (role: OrgRole): string =>
  ({
    owner: '',
    admin: organizationMessages.adminLimits(),
    member: organizationMessages.memberLimits(),
  })[role]
