import type { OrgRole } from '@deal-canvas/contract'

export const orgRoleNames: Record<OrgRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }
