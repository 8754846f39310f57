import { conditionStates, signOffSubjects, voteChoices } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** Who votes on a deal. A row of a person who cannot see the deal has no effect. */
export const dealCommittee = pgTable(
  'deal_committee',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.userId] }), index('deal_committee_user').on(table.userId)],
)

/** Every vote. It counts only while the deal shows what it is about. */
export const dealVotes = pgTable(
  'deal_votes',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    choice: text('choice', { enum: voteChoices }).notNull(),
    note: text('note'),
    /** Salt of the digest of the choice in the audit trail; published when the votes are revealed. */
    salt: text('salt').notNull(),
    /** Salt of the digest of the note, which is never published. */
    noteSalt: text('note_salt').notNull(),
    memoVersion: integer('memo_version').notNull(),
    modelVersion: integer('model_version').notNull(),
    /** The id of a scenario, or `base`. */
    scenarioId: text('scenario_id').notNull(),
    scenarioVersion: integer('scenario_version').notNull(),
    castAt: instant('cast_at').notNull(),
    /** Whether it is the newest vote of the person. */
    isLatest: boolean('is_latest').notNull(),
    /** Whether the person was asked to vote again, because the deal has changed. */
    askedAgain: boolean('asked_again').notNull().default(false),
    revealedAt: instant('revealed_at'),
  },
  (table) => [
    uniqueIndex('deal_votes_latest').on(table.dealId, table.userId).where(sql`${table.isLatest}`),
    index('deal_votes_user').on(table.userId),
  ],
)

/** What an approval depends on. They live on after the decision. */
export const dealConditions = pgTable(
  'deal_conditions',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** A calendar day, YYYY-MM-DD. */
    dueOn: text('due_on'),
    status: text('status', { enum: conditionStates }).notNull(),
    reason: text('reason'),
    /** Whether the deal was finalized with it. */
    decidedWith: boolean('decided_with').notNull(),
    version: integer('version').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('deal_conditions_deal').on(table.dealId),
    index('deal_conditions_owner').on(table.ownerId),
    index('deal_conditions_author').on(table.createdBy),
  ],
)

/** What a person is asked to sign. A signature counts only while the deal shows what it is about. */
export const dealSignOffs = pgTable(
  'deal_sign_offs',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    subject: text('subject', { enum: signOffSubjects }).notNull(),
    label: text('label'),
    assigneeId: uuid('assignee_id')
      .notNull()
      .references(() => users.id),
    /** A calendar day, YYYY-MM-DD. */
    dueOn: text('due_on'),
    /** When the person was asked; later, when somebody else was, or for something else. */
    askedAt: instant('asked_at').notNull(),
    version: integer('version').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The signature: all of these, or none. */
    signedAt: instant('signed_at'),
    memoVersion: integer('memo_version'),
    modelVersion: integer('model_version'),
    /** The id of a scenario, or `base`. */
    scenarioId: text('scenario_id'),
    scenarioVersion: integer('scenario_version'),
    /** Of the digest in the audit trail; never published. */
    salt: text('salt'),
    note: text('note'),
    /** When the person was asked to sign again, because the deal has changed. */
    askedAgainAt: instant('asked_again_at'),
  },
  (table) => [
    index('deal_sign_offs_deal').on(table.dealId),
    index('deal_sign_offs_assignee').on(table.assigneeId),
    index('deal_sign_offs_author').on(table.createdBy),
    // Half a signature would have a state that nothing equals.
    check(
      'deal_sign_offs_whole',
      sql`num_nonnulls(${table.signedAt}, ${table.memoVersion}, ${table.modelVersion}, ${table.scenarioId},
        ${table.scenarioVersion}, ${table.salt}) IN (0, 6)
        AND (${table.signedAt} IS NOT NULL OR (${table.note} IS NULL AND ${table.askedAgainAt} IS NULL))`,
    ),
  ],
)
