import { orgRole } from './access.ts'
import { apiKeyScopes } from './api-key-scopes.ts'
import { defaultKeyDays, maxKeyDays, maxKeyOverlapHours } from './durations.ts'
import { operation } from './operation.ts'
import {
  boolean,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  secret,
  text,
  uuid,
} from './schema.ts'
import { maxApiKeyDeals, maxApiKeyNameLength, maxApiKeys, maxDealIdLength, maxIdLength } from './sizes.ts'

const tag = 'Organizations'

const name = text({
  description: 'What it is for.',
  min: 1,
  max: maxApiKeyNameLength,
  examples: ['Fund reporting'],
})
const scope = oneOf(apiKeyScopes, {
  description:
    'What it can do on its deals: `read` as a viewer, `comment` as a commenter, `write` as an editor, `admin` as an owner. `provisioning`: only `/api/scim/`, and no deal.',
})

const KeyDeal = model(
  {
    deal_id: text({ description: 'The deal.', examples: ['demo-riverside'] }),
    name: text({ description: 'The name of the deal.', examples: ['Riverside Apartments'] }),
  },
  { title: 'ApiKeyDeal' },
)

const shown = {
  key_id: uuid({ description: 'The key.' }),
  name,
  scope,
  all_deals: boolean({ description: 'Whether it is for all deals of the organization.' }),
  deals: list(KeyDeal, {
    description:
      'The deals that it was granted or created, as far as the caller can see them, by name; empty for a key for all deals.',
    max: maxApiKeyDeals,
  }),
  hidden_deals: integer({ description: 'How many more deals it has that the caller cannot see.', examples: [0] }),
  user_id: uuid({ description: 'The service member that comments and audit trail show for it.' }),
  hint: text({ description: 'The last characters of its secret.', examples: ['x7Qa'] }),
  created_by: nullable(uuid({ description: 'Who created it; null: an erased person.' })),
  created_by_name: nullable(text({ description: 'The display name of that person.', examples: ['Maya Okafor'] })),
  created_by_role: nullable(
    oneOf(['member', 'admin', 'owner'], {
      description: 'The present role of that person in the organization; null: they have left.',
    }),
  ),
  created_at: instant({ description: 'When it was created.' }),
  expires_at: instant({ description: 'When it stops working.' }),
  rotated_at: nullable(instant({ description: 'When its secret was last replaced; null: never.' })),
  former_secret_until: nullable(
    instant({ description: 'How long the secret before the last rotation goes on working; null: it does not.' }),
  ),
  last_used_at: nullable(instant({ description: 'When it was last used, to the minute; null: never.' })),
  last_used_network: nullable(
    text({ description: 'The network that it was last used from.', examples: ['203.0.113.7'] }),
  ),
  version: integer({ description: 'The version; it grows by one with every change.', examples: [1] }),
}

export const ApiKey = model(shown, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

export const IssuedApiKey = model(
  {
    ...shown,
    key: optional(
      secret({
        description: 'The secret, shown only here; absent in the answer to a repeated request.',
        examples: ['dck_…'],
      }),
    ),
  },
  { title: 'IssuedApiKey' },
)
export type IssuedApiKey = Static<typeof IssuedApiKey>

const orgId = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }
const keyId = { key_id: text({ max: maxIdLength, description: 'The key.' }) }

export const apiKeys = operation({
  id: 'apiKeys',
  method: 'GET',
  path: '/api/orgs/{org_id}/api-keys',
  tag,
  summary: 'List the API keys',
  description: 'Lists the API keys of an organization that were not revoked, the newest first.',
  access: orgRole('admin'),
  params: model(orgId),
  answer: model(
    { api_keys: list(ApiKey, { description: 'All of them, the newest first.', max: maxApiKeys }) },
    { title: 'ApiKeys' },
  ),
})

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/orgs/{org_id}/api-keys',
  tag,
  summary: 'Create an API key',
  description: `Creates a key for programs, with a service member of the organization that its comments and events show. Scope \`admin\`, scope \`provisioning\` and all deals need an owner; an admin names deals that they can edit. The owners get a mail. An organization has at most ${maxApiKeys} keys.`,
  access: orgRole('admin'),
  status: 201,
  params: model(orgId),
  body: model(
    {
      name,
      scope,
      all_deals: optional(
        boolean({ description: 'Whether it is for all deals of the organization, also later ones.', default: false }),
      ),
      deal_ids: optional(
        list(text({ max: maxDealIdLength, description: 'A deal of the organization.' }), {
          description: 'The deals that it is for, unless it is for all. Deals that it creates are added.',
          max: maxApiKeyDeals,
        }),
      ),
      expires_in_days: optional(
        integer({
          description: 'When it stops working.',
          minimum: 1,
          maximum: maxKeyDays,
          default: defaultKeyDays,
        }),
      ),
    },
    { title: 'CreateApiKeyRequest' },
  ),
  answer: IssuedApiKey,
  errors: ['too_many_api_keys'],
  limit: 'api_key_issue',
})

export const rotateApiKey = operation({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/api/orgs/{org_id}/api-keys/{key_id}/rotate',
  tag,
  summary: 'Replace the secret of an API key',
  description: `Gives the key another secret. The former one goes on working for the given hours, at most ${maxKeyOverlapHours}; one that was still working from an earlier rotation stops at once. Keys that only an owner can create are rotated by owners. The owners get a mail.`,
  access: orgRole('admin'),
  params: model({ ...orgId, ...keyId }),
  body: model(
    {
      overlap_hours: optional(
        integer({
          description: 'How long the former secret goes on working.',
          minimum: 0,
          maximum: maxKeyOverlapHours,
          default: 0,
        }),
      ),
      expires_in_days: optional(
        integer({
          description: 'When the key stops working, from now; absent: as before.',
          minimum: 1,
          maximum: maxKeyDays,
        }),
      ),
    },
    { title: 'RotateApiKeyRequest' },
  ),
  bodyOptional: true,
  answer: IssuedApiKey,
  ifMatch: 'required',
  errors: ['api_key_not_found'],
  limit: 'api_key_issue',
})

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/api-keys/{key_id}',
  tag,
  summary: 'Revoke an API key',
  description:
    'Ends the key at once: its next request fails, and its streams and channels end. What it wrote stays, with its name.',
  access: orgRole('admin'),
  params: model({ ...orgId, ...keyId }),
  ifMatch: 'required',
  errors: ['api_key_not_found'],
})
