import { maxWebhookDeliveries, type WebhookDeliveryState } from '@deal-canvas/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { webhookDeliveries } from '../../platform/database/tables/webhooks.ts'
import type { Outcome, Receiver } from './send-message.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** A test that a node has taken to send it. */
export interface TakenTest extends Receiver {
  id: string
  targetId: string
  orgId: string
  createdAt: Date
}

export interface DeliveriesPage {
  state: WebhookDeliveryState | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}

/** An event that is still sent keeps its entry. */
const ended = "('delivered', 'failed', 'dead_letter')"
const sweptAtOnce = 2_000

export type DeliveriesStore = ReturnType<typeof createDeliveriesStore>

/** What was sent to a target. The caller has checked whose target it is. */
export const createDeliveriesStore = (database: Database) => {
  const { db } = database

  /** The deals of the replayed events have something to send. */
  const replaying = (which: string): string => `WITH replayed AS (
      UPDATE webhook_deliveries SET state = 'replaying', next_attempt_at = $2
      WHERE target_id = $1 AND state = 'dead_letter' ${which} RETURNING id, target_id, deal_id
    ), woken AS (
      UPDATE webhook_cursors c SET due_at = $2
      WHERE c.target_id = $1 AND c.deal_id IN (SELECT deal_id FROM replayed)
    )
    SELECT id FROM replayed`

  return {
    page: (targetId: string, { state, after, limit }: DeliveriesPage): Promise<DeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.targetId, targetId),
            state === undefined ? undefined : eq(webhookDeliveries.state, state),
            olderThan([webhookDeliveries.createdAt, webhookDeliveries.id], after),
          ),
        )
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(limit),

    find: async (targetId: string, id: string): Promise<DeliveryRow | undefined> =>
      (
        await db
          .select()
          .from(webhookDeliveries)
          .where(and(eq(webhookDeliveries.targetId, targetId), eq(webhookDeliveries.id, id)))
      )[0],

    add: async (row: DeliveryRow): Promise<void> => {
      await db.insert(webhookDeliveries).values(row)
    },

    /** False: it is no longer a dead letter. */
    replayOne: async (targetId: string, id: string, now: Date): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'webhooks_replay_one',
        text: replaying('AND id = $3'),
        values: [targetId, now, id],
      })
      return rows.length > 0
    },

    replayAll: async (targetId: string, now: Date): Promise<number> => {
      const { rows } = await database.query({
        name: 'webhooks_replay_all',
        text: replaying(''),
        values: [targetId, now],
      })
      return rows.length
    },

    /** Leases tests, one of each organization; skips those that another node is leasing. */
    takeTests: async (now: Date, until: Date, limit: number): Promise<TakenTest[]> => {
      const { rows } = await database.query<TakenTest>({
        name: 'webhooks_take_tests',
        text: `WITH taken AS (
            UPDATE webhook_deliveries SET leased_until = $2 WHERE id IN (
              SELECT id FROM webhook_deliveries
              WHERE state = 'waiting' AND (leased_until IS NULL OR leased_until <= $1)
              ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING id, target_id, created_at)
          SELECT w.id, w.target_id AS "targetId", w.created_at AS "createdAt", t.org_id AS "orgId", t.url, t.secret,
            t.former_secret AS "formerSecret", t.former_secret_until AS "formerSecretUntil"
          FROM taken w JOIN webhook_targets t ON t.id = w.target_id`,
        values: [now, until, limit],
      })
      return rows
    },

    endTest: async (id: string, { isDelivered, statusCode, failure }: Outcome, now: Date): Promise<void> => {
      await db
        .update(webhookDeliveries)
        .set({
          state: isDelivered ? 'delivered' : 'failed',
          attempts: 1,
          statusCode,
          failure,
          lastAttemptAt: now,
          leasedUntil: null,
        })
        .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'waiting')))
    },

    releaseTest: async (id: string): Promise<void> => {
      await db.update(webhookDeliveries).set({ leasedUntil: null }).where(eq(webhookDeliveries.id, id))
    },

    /** Deletes old entries, a bounded number per call; returns how many. Never the entry of an event that is still sent. */
    deleteOld: async (before: Date): Promise<number> => {
      const { rowCount } = await database.query({
        name: 'webhooks_delete_old',
        text: `DELETE FROM webhook_deliveries WHERE id IN (
          SELECT id FROM webhook_deliveries
          WHERE created_at < $1 AND state IN ${ended} ORDER BY created_at LIMIT ${sweptAtOnce})`,
        values: [before],
      })
      return rowCount ?? 0
    },

    /** Deletes what a target has beyond the newest entries; returns how many. */
    deleteBeyond: async (): Promise<number> => {
      const { rowCount } = await database.query({
        name: 'webhooks_delete_beyond',
        text: `DELETE FROM webhook_deliveries WHERE id IN (
          SELECT extra.id FROM webhook_targets t CROSS JOIN LATERAL (
            SELECT w.id, w.state FROM webhook_deliveries w WHERE w.target_id = t.id
            ORDER BY w.created_at DESC, w.id DESC OFFSET ${maxWebhookDeliveries} LIMIT ${sweptAtOnce}) extra
          WHERE extra.state IN ${ended} LIMIT ${sweptAtOnce})`,
      })
      return rowCount ?? 0
    },

    sweptAtOnce,
  }
}
