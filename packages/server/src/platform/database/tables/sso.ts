import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** The OpenID Connect provider of an organization. */
export const identityProviders = pgTable(
  'identity_providers',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted: a stolen table must not let anyone act as this service at the provider. */
    sealedSecret: text('sealed_secret').notNull(),
    scopes: text('scopes').notNull(),
    /** Whether members with an address in a domain of the organization must sign in by it. */
    required: boolean('required').notNull(),
    /** The one owner who can still sign in by password. */
    breakGlassUserId: uuid('break_glass_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When issuer and client were last changed: a sign-in before that says nothing about them. */
    configuredAt: instant('configured_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('identity_providers_org').on(table.orgId),
    index('identity_providers_break_glass').on(table.breakGlassUserId),
  ],
)

/** The email domains whose people an organization can sign in. Only superadmins assign them. */
export const orgDomains = pgTable(
  'org_domains',
  {
    /** As DNS has it: lower case, ASCII. */
    domain: text('domain').primaryKey(),
    /** The same with the letters of its language, as an address can have it. */
    spelled: text('spelled').notNull(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('org_domains_org').on(table.orgId, table.domain)],
)

/** A person at a provider, and the account that they sign in to. */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: uuid('id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The organization by whose provider it was linked. */
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** The address that the provider named last. For display only: it never decides who signs in. */
    email: text('email').notNull(),
    linkedAt: instant('linked_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Whether the person linked it themselves, signed in to the account. */
    isConfirmed: boolean('is_confirmed').notNull(),
    /** Kept after unlinking, so that a person who was removed from the organization does not join it again. */
    unlinkedAt: instant('unlinked_at'),
  },
  (table) => [
    uniqueIndex('user_identities_subject').on(table.issuer, table.subject),
    index('user_identities_user').on(table.userId),
    index('user_identities_org').on(table.orgId),
    /** One account has one identity at a provider; another one would let a second person in. */
    uniqueIndex('user_identities_account').on(table.userId, table.issuer).where(sql`${table.unlinkedAt} IS NULL`),
  ],
)

/** Sign-ins on their way through a provider. Each can be completed once, by the browser that started it. */
export const oidcFlows = pgTable(
  'oidc_flows',
  {
    /** SHA-256, as of the browser's cookie: a stolen table cannot be used to complete a sign-in. */
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    next: text('next'),
    /** Set if the identity is to be linked to the account of this session. */
    sessionId: uuid('session_id'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('oidc_flows_expires').on(table.expiresAt),
    index('oidc_flows_provider').on(table.providerId),
    index('oidc_flows_user').on(table.userId),
  ],
)
