import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** The authenticator app of an account. */
export const totpFactors = pgTable(
  'totp_factors',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Encrypted with a secret that is not in the database. */
    sealedSecret: text('sealed_secret').notNull(),
    /** Names the secret that it is encrypted with, so that it is encrypted again while secrets are rotated. */
    sealedWith: text('sealed_with').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null until a first code shows that the app has the secret. */
    confirmedAt: instant('confirmed_at'),
    /** The latest time step whose code was used: a code that somebody watched does not work again. */
    lastStep: bigint('last_step', { mode: 'number' }),
  },
  (table) => [index('totp_factors_sealed_with').on(table.sealedWith)],
)

/** Recovery codes that were not used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of 80 random bits: a stolen table cannot be used to sign in. */
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url, chosen by the authenticator. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(),
    /** The latest signature counter. One that does not grow means that the passkey was copied. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Whether a password manager copies it to other devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
)

/** Sign-ins that wait for a second factor, and challenges that a passkey has to sign. Each works once. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    /** SHA-256 of the token that the client holds; at the same time what a passkey has to sign. */
    digest: text('digest').primaryKey(),
    purpose: text('purpose', {
      enum: ['sign_in', 'passkey_sign_in', 'passkey_registration', 'step_up'],
    }).notNull(),
    /** Null if it is known only when the passkey names it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** The address and the way of the sign-in that waits. */
    email: text('email'),
    provider: text('provider', { enum: ['password', 'magic_link'] }),
    tries: integer('tries').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('factor_challenges_expires').on(table.expiresAt),
    index('factor_challenges_user').on(table.userId),
    index('factor_challenges_session').on(table.sessionId),
  ],
)
