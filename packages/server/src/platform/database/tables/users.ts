import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    displayName: text('display_name').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    avatarUrl: text('avatar_url'),
    /** `imported`: not an account, only a name that came with the bundle of a deal. */
    status: text('status', { enum: ['active', 'invited', 'suspended', 'deleted', 'imported'] }).notNull(),
    isSuperadmin: boolean('is_superadmin').notNull().default(false),
    isDemo: boolean('is_demo').notNull().default(false),
    passwordHash: text('password_hash'),
    forcePasswordChange: boolean('force_password_change').notNull().default(false),
    analyticsVisitorId: uuid('analytics_visitor_id').notNull(),
    mailPreferences: jsonb('mail_preferences').$type<{ mentions: boolean }>().notNull(),
    /**
     * Name and addresses in lower case, one per line, for superadmin search. Maintained by triggers, whatever writes.
     */
    searchText: text('search_text').notNull().default(''),
    /**
     * True if the primary address is verified. Maintained by a trigger, so that no list shows a person without this
     * mark.
     */
    emailVerified: boolean('email_verified').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('users_verified_newest').on(table.emailVerified, table.createdAt, table.id),
    index('users_status_verified_newest').on(table.status, table.emailVerified, table.createdAt, table.id),
    index('users_search').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)

export const userEmails = pgTable(
  'user_emails',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Trimmed and lower case. */
    email: text('email').notNull(),
    isPrimary: boolean('is_primary').notNull(),
    /**
     * True if the address can be used to sign in with a password: verified addresses and those given at registration.
     * An address that an administrator set cannot, until its owner has entered the code.
     */
    canSignIn: boolean('can_sign_in').notNull(),
    /**
     * Sixteen bits of a keyed hash of the account's password, for an unverified address. They select one of several
     * accounts that claim the address, so that one password comparison is enough however many claim it.
     */
    passwordTag: integer('password_tag'),
    /** The first account to verify an address owns it; only verified addresses receive links. */
    verifiedAt: instant('verified_at'),
    /** The address that is removed when this one is verified, if an administrator replaced one with the other. */
    replaces: text('replaces'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.email] }),
    uniqueIndex('user_emails_held').on(table.email).where(sql`${table.verifiedAt} IS NOT NULL`),
    uniqueIndex('user_emails_primary').on(table.userId).where(sql`${table.isPrimary}`),
    index('user_emails_email').on(table.email),
  ],
)
