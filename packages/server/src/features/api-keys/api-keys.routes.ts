import {
  type ApiKey,
  apiKeys as apiKeysOperation,
  createApiKey,
  type IssuedApiKey,
  revokeApiKey,
  rotateApiKey,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { ApiKeys, Issued, KeyPath } from './api-keys.service.ts'
import type { ApiKeyRow } from './api-keys.store.ts'

export const apiKeyRoutes = ({ apiKeys }: { apiKeys: ApiKeys }): Route[] => [
  handle(apiKeysOperation, async ({ actor, params }) => ({
    api_keys: (await apiKeys.ofOrg(actor, params.org_id)).map(presentKey),
  })),
  handle(createApiKey, async ({ actor, params, body }) => {
    const { name, scope, all_deals: allDeals = false, deal_ids: dealIds = [], expires_in_days: days } = body
    return presentIssued(await apiKeys.create(actor, params.org_id, { name, scope, allDeals, dealIds, days }))
  }),
  handle(rotateApiKey, async ({ actor, params, body, ifMatch }) => {
    const { overlap_hours: overlapHours = 0, expires_in_days: days } = body
    return presentIssued(await apiKeys.rotate(actor, pathOf(params), { overlapHours, days }, ifMatch))
  }),
  handle(revokeApiKey, ({ actor, params, ifMatch }) => apiKeys.revoke(actor, pathOf(params), ifMatch)),
]

const pathOf = ({ org_id: orgId, key_id: keyId }: { org_id: string; key_id: string }): KeyPath => ({ orgId, keyId })

const presentKey = (row: ApiKeyRow): ApiKey => ({
  key_id: row.id,
  name: row.name,
  scope: row.scope,
  all_deals: row.allDeals,
  deals: row.deals,
  hidden_deals: row.hiddenDeals,
  user_id: row.userId,
  hint: row.hint,
  created_by: row.createdBy,
  created_by_name: row.createdByName,
  created_by_role: row.createdByRole,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  rotated_at: row.rotatedAt?.toISOString() ?? null,
  former_secret_until: row.formerUntil?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_used_network: row.lastUsedNetwork,
  version: row.version,
})

const presentIssued = ({ row, secret }: Issued): IssuedApiKey => ({ ...presentKey(row), key: secret })
