import { webhookDeliveryStates, webhookDisabledReasons, webhookFailures } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** Where an organization wants events of its deals to be posted. */
export const webhookTargets = pgTable(
  'webhook_targets',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Null: all. */
    eventTypes: text('event_types').array(),
    /** Null: all deals of the organization. */
    dealIds: text('deal_ids').array(),
    enabled: boolean('enabled').notNull(),
    /** Null: enabled, or disabled by a person. */
    disabledReason: text('disabled_reason', { enum: webhookDisabledReasons }),
    /** Sealed: the database and its backups must not contain what deliveries are signed with. */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    /** Until when the former secret signs too. */
    formerSecretUntil: instant('former_secret_until'),
    /** Since when every delivery fails. */
    failingSince: instant('failing_since'),
    lastDeliveredAt: instant('last_delivered_at'),
    version: integer('version').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('webhook_targets_org').on(table.orgId, table.createdAt)],
)

/**
 * How far each target has been sent the audit trail of a deal. Without a row, nothing was sent yet: it begins with the
 * first event after the target was created.
 */
export const webhookCursors = pgTable(
  'webhook_cursors',
  {
    targetId: uuid('target_id')
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The last event that was delivered, given up or not wanted. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** When there is something to send; null: nothing. */
    dueAt: instant('due_at'),
    /** A node that sends postpones this, so that no other node sends events of the deal at the same time. */
    leasedUntil: instant('leased_until'),
    /** How often a node has taken it: the latest one owns it. */
    attempts: integer('attempts').notNull(),
    /** How often the next event has failed, and when first. */
    tries: integer('tries').notNull(),
    firstFailedAt: instant('first_failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.dealId] }),
    index('webhook_cursors_deal').on(table.dealId),
    index('webhook_cursors_due').on(table.targetId, table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
  ],
)

/** The log of a target: one row for each event or test. It holds no text of the event or of the answer. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    targetId: uuid('target_id')
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    /** Null: a test. */
    dealId: text('deal_id').references(() => deals.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }),
    eventType: text('event_type').notNull(),
    state: text('state', { enum: webhookDeliveryStates }).notNull(),
    attempts: integer('attempts').notNull(),
    statusCode: integer('status_code'),
    failure: text('failure', { enum: webhookFailures }),
    createdAt: instant('created_at').notNull(),
    lastAttemptAt: instant('last_attempt_at'),
    nextAttemptAt: instant('next_attempt_at'),
    /** Of a test: until when a node is sending it. */
    leasedUntil: instant('leased_until'),
  },
  (table) => [
    index('webhook_deliveries_log').on(table.targetId, table.createdAt, table.id),
    uniqueIndex('webhook_deliveries_event').on(table.targetId, table.dealId, table.seq),
    index('webhook_deliveries_deal').on(table.dealId),
    index('webhook_deliveries_state').on(table.targetId, table.state, table.createdAt, table.id),
    index('webhook_deliveries_tests').on(table.createdAt).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_old').on(table.createdAt),
  ],
)
