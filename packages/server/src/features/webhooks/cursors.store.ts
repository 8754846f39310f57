import { externalEventPrefix, externalEvents } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { TrailEvent } from './event-facts.ts'
import type { Outcome, Receiver } from './send-message.ts'

/** The events of a deal for a target, leased to this node. */
export interface Lease {
  targetId: string
  dealId: string
  orgId: string
  /** The latest attempt owns the cursor. */
  attempts: number
}

/** What there is to send. */
export interface Stand extends Receiver {
  /** The last event that was settled. */
  seq: number
  /** The last event of the audit trail. */
  head: number
  tries: number
  firstFailedAt: Date | null
  failingSince: Date | null
  eventTypes: string[] | null
  /** A dead letter that is replayed before anything else; null: none. */
  replaySeq: number | null
}

/** What one attempt leads to. */
export interface Settled {
  event: Pick<TrailEvent, 'seq' | 'type'>
  outcome: Outcome
  state: 'delivered' | 'retrying' | 'dead_letter'
  /** Undefined: a replay, which leaves the cursor where it is. */
  cursor: { seq: number; tries: number; firstFailedAt: Date | null } | undefined
  /** When there is more to send, or the same again. */
  dueAt: Date
  /** Null: this node is done with the deal for now. */
  leasedUntil: Date | null
}

/** What a node is sending already. */
export interface Busy {
  /** Organizations and targets that get no further place. */
  orgIds: readonly string[]
  targetIds: readonly string[]
  /** Targets that get no further place if they are failing. */
  runningTargetIds: readonly string[]
}

export type CursorsStore = ReturnType<typeof createCursorsStore>

/** A target that gets events of a deal; `t`, `d` and `o` are the target, the deal and the organization. */
const covers = `d.org_id = t.org_id AND o.status = 'active' AND (t.deal_ids IS NULL OR d.id = ANY(t.deal_ids))`

/**
 * The last event that a target does not get: that before it was created. Events of a bundle that was imported happened
 * elsewhere. The newest ones are looked at first, so the whole trail is read only where all of it is newer.
 */
const beginning = `coalesce((SELECT j.seq FROM journal j
  WHERE j.deal_id = d.id AND (j.ts <= t.created_at OR j.signed_actor_id IS NOT NULL) ORDER BY j.seq DESC LIMIT 1), 0)`

const discover = (where: string): string => `INSERT INTO webhook_cursors
    (target_id, deal_id, seq, due_at, leased_until, attempts, tries, first_failed_at)
  SELECT t.id, d.id, ${beginning}, $1, NULL, 0, 0, NULL
  FROM webhook_targets t JOIN orgs o ON o.id = t.org_id JOIN deals d ON ${covers}
    JOIN journal_heads h ON h.deal_id = d.id LEFT JOIN webhook_cursors c ON c.target_id = t.id AND c.deal_id = d.id
  WHERE t.enabled AND (c.deal_id IS NULL AND h.last_at >= t.created_at OR c.due_at IS NULL AND h.seq > c.seq)
    AND ${where}
  ORDER BY t.id, d.id
  ON CONFLICT (target_id, deal_id) DO UPDATE SET due_at = excluded.due_at WHERE webhook_cursors.due_at IS NULL`

export const createCursorsStore = (database: Database) => ({
  /** Whether anything is to be watched at all. */
  hasTargets: async (): Promise<boolean> => {
    const { rows } = await database.query<{ has: boolean }>({
      name: 'webhooks_has_targets',
      text: `SELECT EXISTS (SELECT FROM webhook_targets WHERE enabled)
        OR EXISTS (SELECT FROM webhook_deliveries WHERE state = 'waiting') AS has`,
    })
    return rows[0]?.has ?? false
  },

  /** Makes the targets of changed deals due. */
  noteChanged: async (dealIds: readonly string[], now: Date): Promise<void> => {
    await database.query({
      name: 'webhooks_note_changed',
      text: discover('d.id = ANY($2::text[])'),
      values: [now, dealIds],
    })
  },

  /** The same for every deal with an event that no target was made due for: a message of the bus can be lost. */
  noteAllChanged: async (now: Date): Promise<void> => {
    await database.query({ name: 'webhooks_note_all_changed', text: discover('true'), values: [now] })
  },

  /** Leases at most one deal of each organization, those that waited longest first. */
  take: async (now: Date, until: Date, { orgIds, targetIds, runningTargetIds }: Busy, limit: number) => {
    const { rows } = await database.query<Lease>({
      name: 'webhooks_take',
      text: `WITH due AS (
          SELECT c.target_id, c.deal_id, c.org_id FROM (
            SELECT DISTINCT t.org_id FROM webhook_targets t JOIN orgs o ON o.id = t.org_id AND o.status = 'active'
            WHERE t.enabled AND t.org_id <> ALL($3::uuid[])) org
          CROSS JOIN LATERAL (
            SELECT c.target_id, c.deal_id, c.due_at, t.org_id
            FROM webhook_targets t JOIN webhook_cursors c ON c.target_id = t.id
            WHERE t.org_id = org.org_id AND t.enabled AND t.id <> ALL($4::uuid[])
              AND (t.failing_since IS NULL OR t.id <> ALL($5::uuid[]))
              AND c.due_at <= $1 AND (c.leased_until IS NULL OR c.leased_until <= $1)
            ORDER BY c.due_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED) c
          ORDER BY c.due_at LIMIT $6)
        UPDATE webhook_cursors c SET leased_until = $2, attempts = c.attempts + 1 FROM due
        WHERE c.target_id = due.target_id AND c.deal_id = due.deal_id
        RETURNING c.target_id AS "targetId", c.deal_id AS "dealId", due.org_id AS "orgId", c.attempts`,
      values: [now, until, orgIds, targetIds, runningTargetIds, limit],
    })
    return rows
  },

  /** Makes the leases of a process that ended free at once; only if no other process uses the database. */
  releaseAll: async (): Promise<void> => {
    await database.query({
      name: 'webhooks_release_all',
      text: 'UPDATE webhook_cursors SET leased_until = NULL WHERE leased_until IS NOT NULL',
    })
    await database.query({
      name: 'webhooks_release_tests',
      text: `UPDATE webhook_deliveries SET leased_until = NULL WHERE state = 'waiting'`,
    })
  },

  /** Undefined: the lease is lost, or the target no longer gets events of the deal. */
  stand: async ({ targetId, dealId, attempts }: Lease): Promise<Stand | undefined> => {
    const { rows } = await database.query<Stand>({
      name: 'webhooks_stand',
      text: `SELECT c.seq::float8 AS seq, h.seq::float8 AS head, c.tries, c.first_failed_at AS "firstFailedAt",
          t.failing_since AS "failingSince", t.event_types AS "eventTypes", t.url, t.secret,
          t.former_secret AS "formerSecret", t.former_secret_until AS "formerSecretUntil",
          (SELECT min(w.seq)::float8 FROM webhook_deliveries w
            WHERE w.target_id = t.id AND w.deal_id = d.id AND w.state = 'replaying') AS "replaySeq"
        FROM webhook_cursors c JOIN webhook_targets t ON t.id = c.target_id JOIN orgs o ON o.id = t.org_id
          JOIN deals d ON d.id = c.deal_id AND ${covers} JOIN journal_heads h ON h.deal_id = d.id
        WHERE c.target_id = $1 AND c.deal_id = $2 AND c.attempts = $3 AND t.enabled`,
      values: [targetId, dealId, attempts],
    })
    return rows[0]
  },

  /** The first event of wanted types after one that was settled. */
  eventAfter: async (dealId: string, seq: number, types: readonly string[] | null) =>
    readEvent(
      database,
      'webhooks_event_after',
      `j.seq > $2 AND ($3::text[] IS NULL OR j.type = ANY($3)
        OR '${externalEvents}' = ANY($3) AND starts_with(j.type, '${externalEventPrefix}'))`,
      [dealId, seq, types],
    ),

  event: async (dealId: string, seq: number) => readEvent(database, 'webhooks_event', 'j.seq = $2', [dealId, seq]),

  /**
   * Keeps what became of an attempt: the cursor, the log and the state of the target, in one statement. False: the
   * lease was lost, so that another node settles the event.
   */
  settle: async (lease: Lease, { event, outcome, state, cursor, dueAt, leasedUntil }: Settled, now: Date) => {
    const { rows } = await database.query({
      name: 'webhooks_settle',
      text: `WITH owned AS (
          UPDATE webhook_cursors SET seq = coalesce($4, seq), tries = CASE WHEN $4::bigint IS NULL THEN tries ELSE $5 END,
            first_failed_at = CASE WHEN $4::bigint IS NULL THEN first_failed_at ELSE $6::timestamptz END,
            due_at = $7, leased_until = $8
          WHERE target_id = $1 AND deal_id = $2 AND attempts = $3 RETURNING target_id, deal_id
        ), target AS (
          UPDATE webhook_targets t SET
            failing_since = CASE WHEN $9 THEN NULL ELSE coalesce(t.failing_since, $10) END,
            last_delivered_at = CASE WHEN $9 THEN $10 ELSE t.last_delivered_at END
          FROM owned WHERE t.id = owned.target_id
            -- A busy target would otherwise be written once for each event.
            AND (($9 = (t.failing_since IS NOT NULL))
              OR ($9 AND coalesce(t.last_delivered_at, '-infinity') < $10::timestamptz - interval '1 minute'))
        )
        INSERT INTO webhook_deliveries (id, target_id, deal_id, seq, event_type, state, attempts, status_code, failure,
          created_at, last_attempt_at, next_attempt_at)
        SELECT $11, target_id, deal_id, $12::bigint, $13, $14, 1, $15::integer, $16, $10, $10, $17::timestamptz FROM owned
        ON CONFLICT (target_id, deal_id, seq) DO UPDATE SET state = excluded.state,
          attempts = webhook_deliveries.attempts + 1, status_code = excluded.status_code, failure = excluded.failure,
          last_attempt_at = excluded.last_attempt_at, next_attempt_at = excluded.next_attempt_at
        RETURNING id`,
      values: [
        lease.targetId,
        lease.dealId,
        lease.attempts,
        cursor?.seq ?? null,
        cursor?.tries ?? 0,
        cursor?.firstFailedAt ?? null,
        dueAt,
        leasedUntil,
        outcome.isDelivered,
        now,
        newId(),
        event.seq,
        event.type,
        state,
        outcome.statusCode,
        outcome.failure,
        state === 'retrying' ? dueAt : null,
      ],
    })
    return rows.length > 0
  },

  /**
   * Ends a lease where nothing is left to send up to an event. One that was written meanwhile makes it due again: its
   * own message may have come while the cursor was still due.
   */
  rest: async ({ targetId, dealId, attempts }: Lease, upTo: number, now: Date): Promise<void> => {
    await database.query({
      name: 'webhooks_rest',
      text: `UPDATE webhook_cursors SET seq = $4, tries = 0, first_failed_at = NULL, leased_until = NULL,
          due_at = CASE WHEN (SELECT h.seq FROM journal_heads h WHERE h.deal_id = $2) > $4 OR EXISTS (
            SELECT FROM webhook_deliveries w WHERE w.target_id = $1 AND w.deal_id = $2 AND w.state = 'replaying')
            THEN $5::timestamptz END
        WHERE target_id = $1 AND deal_id = $2 AND attempts = $3`,
      values: [targetId, dealId, attempts, upTo, now],
    })
  },

  /** Ends a lease without a change; `dueAt` null: until the target gets events of the deal again. */
  release: async ({ targetId, dealId, attempts }: Lease, dueAt: Date | null): Promise<void> => {
    await database.query({
      name: 'webhooks_release',
      text: `UPDATE webhook_cursors SET leased_until = NULL, due_at = $4
        WHERE target_id = $1 AND deal_id = $2 AND attempts = $3`,
      values: [targetId, dealId, attempts, dueAt],
    })
  },

  /** Deletes former secrets that no longer sign. */
  forgetFormerSecrets: async (now: Date): Promise<void> => {
    await database.query({
      name: 'webhooks_forget_former_secrets',
      text: `UPDATE webhook_targets SET former_secret = NULL, former_secret_until = NULL WHERE former_secret_until <= $1`,
      values: [now],
    })
  },

  /** Stops sending to a target. Undefined: it was not enabled, or works again. */
  disable: async (targetId: string, reason: 'gone' | 'failing', failingBefore: Date | undefined, now: Date) => {
    const { rows } = await database.query<{ orgId: string; name: string; createdBy: string }>({
      name: 'webhooks_disable',
      text: `UPDATE webhook_targets SET enabled = false, disabled_reason = $2, version = version + 1, updated_at = $4
        WHERE id = $1 AND enabled AND ($3::timestamptz IS NULL OR failing_since <= $3)
        RETURNING org_id AS "orgId", name, created_by AS "createdBy"`,
      values: [targetId, reason, failingBefore ?? null, now],
    })
    return rows[0]
  },
})

/** Data that is too large to be small facts is not read. */
const readEvent = async (
  database: Database,
  name: string,
  where: string,
  values: unknown[],
): Promise<TrailEvent | undefined> => {
  const { rows } = await database.query<TrailEvent>({
    name,
    text: `SELECT j.seq::float8 AS seq, j.ts, j.type, j.actor_id AS "actorId",
        CASE WHEN octet_length(j.data) <= 262144 THEN j.data END AS data
      FROM journal j WHERE j.deal_id = $1 AND ${where} ORDER BY j.seq LIMIT 1`,
    values,
  })
  return rows[0]
}
