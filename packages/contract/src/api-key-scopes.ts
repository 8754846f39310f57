import type { Access, DealRole } from './access.ts'

/** What an API key can do on the deals that it was granted, from least to most. */
export const dealKeyScopes = ['read', 'comment', 'write', 'admin'] as const
export type DealKeyScope = (typeof dealKeyScopes)[number]

/** A key for provisioning manages the people of its organization at `/api/scim/` and can call nothing else. */
export const apiKeyScopes = [...dealKeyScopes, 'provisioning'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The role on deals that each scope stands for. A key for provisioning sees no deal. */
export const roleOfScope: Readonly<Record<DealKeyScope, DealRole>> = {
  read: 'viewer',
  comment: 'commenter',
  write: 'editor',
  admin: 'owner',
}

const scopeOfRole: Readonly<Record<DealRole, DealKeyScope>> = {
  viewer: 'read',
  commenter: 'comment',
  editor: 'write',
  owner: 'admin',
}

export const apiKeyPrefix = 'dck_'

interface Called {
  method: string
  path: string
  access: Access
}

/** What a key needs for an operation that does not say it itself. Keys call no operation by default that is personal. */
export const scopeNeeded = ({ method, path, access }: Called): ApiKeyScope | 'never' => {
  if (path.startsWith('/api/scim/')) return 'provisioning'
  if (path.startsWith('/api/auth/') || path.startsWith('/api/superadmin/')) return 'never'
  if (access.kind === 'deal_role') return scopeOfRole[access.role]
  const isMember = access.kind === 'signed_in' || (access.kind === 'org_role' && access.role === 'member')
  return isMember && method === 'GET' ? 'read' : 'never'
}

/** Whether a key of this scope can call an operation that needs the other. */
export const scopeAllows = (scope: ApiKeyScope, needed: ApiKeyScope | 'never'): boolean => {
  if (needed === 'never') return false
  if (scope === 'provisioning' || needed === 'provisioning') return scope === needed
  return dealKeyScopes.indexOf(scope) >= dealKeyScopes.indexOf(needed)
}
