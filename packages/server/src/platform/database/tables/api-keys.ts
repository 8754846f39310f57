import { apiKeyScopes } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** Keys with which programs call the service for an organization. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** The service member that the key acts as; it stays when the key is revoked, because its comments do. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scope: text('scope', { enum: apiKeyScopes }).notNull(),
    /** Whether it is for every deal of the organization. */
    allDeals: boolean('all_deals').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    rotatedAt: instant('rotated_at'),
    revokedAt: instant('revoked_at'),
    /** Written at most once a minute. */
    lastUsedAt: instant('last_used_at'),
    lastUsedNetwork: text('last_used_network'),
    version: integer('version').notNull(),
  },
  (table) => [
    index('api_keys_org').on(table.orgId, table.createdAt, table.id).where(sql`${table.revokedAt} IS NULL`),
    uniqueIndex('api_keys_user').on(table.userId),
  ],
)

/** The secrets of keys: one each, and for some hours after a rotation the former one. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    id: uuid('id').primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret: a stolen table cannot be used to call the service. */
    hash: text('hash').notNull(),
    /** The last characters of the secret, by which people tell keys apart. */
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    validUntil: instant('valid_until').notNull(),
  },
  (table) => [uniqueIndex('api_key_secrets_hash').on(table.hash), index('api_key_secrets_key').on(table.keyId)],
)

/** The deals of keys that are not for all. */
export const apiKeyDeals = pgTable(
  'api_key_deals',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.dealId] }), index('api_key_deals_deal').on(table.dealId)],
)
