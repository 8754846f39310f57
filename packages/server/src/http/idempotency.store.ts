import { hours } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'

/** Identifies a repeated request. */
export interface KeyPlace {
  userId: string
  path: string
  key: string
}

/** A stored answer. If text, packed bytes and record id are all null, the answer had no body. */
export interface KeptAnswer {
  text: string | null
  packed: Buffer | null
  /** The record from which the answer is rendered again. */
  recordId: string | null
  /** How many bytes the answer counts against the user's limit. */
  bytes: number
}

export interface FirstCall extends Omit<KeptAnswer, 'bytes'> {
  bodyDigest: string
  /** Null while the first call has not answered yet. */
  status: number | null
}

interface Claim {
  bodyDigest: string
  holder: string
  leaseUntil: Date
  expiresAt: Date
  maxKeys: number
}

/** What a user has used within the retention time of keys. */
export interface Usage {
  keys: number
  bytes: number
  /** The first hour that still counts. */
  oldest: Date | null
}

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hours(1)) * hours(1))

/** Usage is counted per hour and a key lives for a day, so an hour counts until 25 hours after it started. */
export const countedMs = hours(25)

export const createIdempotencyStore = (database: Database) => ({
  /**
   * Claims a key that is free, expired, or abandoned by a call that died. The holder is null if the key is taken or the
   * user is at the limit.
   */
  claim: async (
    { userId, path, key }: KeyPlace,
    { bodyDigest, holder, leaseUntil, expiresAt, maxKeys }: Claim,
    now: Date,
  ): Promise<Usage & { holder: string | null }> => {
    const { rows } = await database.query<Usage & { holder: string | null }>({
      name: 'idempotency_claim',
      text: `WITH used AS (
          SELECT coalesce(sum(keys), 0)::float8 AS keys, coalesce(sum(bytes), 0)::float8 AS bytes, min(hour) AS oldest
          FROM idempotency_usage WHERE user_id = $1 AND hour > $9
        ), claimed AS (
          INSERT INTO idempotency_keys AS k (user_id, path, key, body_digest, holder, lease_until, expires_at)
          SELECT $1::uuid, $2, $3, $4, $5::uuid, $6::timestamptz, $7::timestamptz FROM used WHERE used.keys < $10::int
          ON CONFLICT (user_id, path, key) DO UPDATE SET body_digest = excluded.body_digest, holder = excluded.holder,
            lease_until = excluded.lease_until, expires_at = excluded.expires_at,
            status = NULL, answer = NULL, packed_answer = NULL, record_id = NULL
          WHERE k.expires_at <= $8 OR (k.status IS NULL AND k.lease_until <= $8)
          RETURNING holder
        ), counted AS (
          INSERT INTO idempotency_usage AS u (user_id, hour, keys, bytes) SELECT $1::uuid, $11::timestamptz, 1, 0 FROM claimed
          ON CONFLICT (user_id, hour) DO UPDATE SET keys = u.keys + 1
        )
        SELECT used.*, (SELECT holder FROM claimed) AS holder FROM used`,
      values: [
        userId,
        path,
        key,
        bodyDigest,
        holder,
        leaseUntil,
        expiresAt,
        now,
        new Date(now.getTime() - countedMs),
        maxKeys,
        hourOf(now),
      ],
    })
    return rows[0] ?? { keys: 0, bytes: 0, oldest: null, holder: null }
  },

  find: async ({ userId, path, key }: KeyPlace): Promise<FirstCall | undefined> => {
    const { rows } = await database.query<FirstCall>({
      name: 'idempotency_find',
      text: `SELECT body_digest AS "bodyDigest", status, answer AS text, packed_answer AS packed, record_id AS "recordId"
        FROM idempotency_keys WHERE user_id = $1 AND path = $2 AND key = $3`,
      values: [userId, path, key],
    })
    return rows[0]
  },

  /** Returns whether the answer was stored; false if another call has claimed the key since. */
  keep: async (
    { userId, path, key }: KeyPlace,
    { holder, status, answer, now }: { holder: string; status: number; answer: KeptAnswer; now: Date },
  ): Promise<boolean> => {
    const { rows } = await database.query({
      name: 'idempotency_keep',
      text: `WITH kept AS (
          UPDATE idempotency_keys SET status = $5, answer = $6, packed_answer = $7, record_id = $8
          WHERE user_id = $1 AND path = $2 AND key = $3 AND holder = $4 RETURNING key
        ), counted AS (
          INSERT INTO idempotency_usage AS u (user_id, hour, keys, bytes) SELECT $1::uuid, $10::timestamptz, 0, $9::bigint FROM kept WHERE $9::bigint > 0
          ON CONFLICT (user_id, hour) DO UPDATE SET bytes = u.bytes + excluded.bytes
        )
        SELECT key FROM kept`,
      values: [
        userId,
        path,
        key,
        holder,
        status,
        answer.text,
        answer.packed,
        answer.recordId,
        answer.bytes,
        hourOf(now),
      ],
    })
    return rows.length > 0
  },

  /** Frees a key that was claimed but never answered. */
  free: async ({ userId, path, key }: KeyPlace, holder: string, claimedAt: Date): Promise<void> => {
    await database.query({
      name: 'idempotency_free',
      text: `WITH freed AS (
          DELETE FROM idempotency_keys
          WHERE user_id = $1 AND path = $2 AND key = $3 AND holder = $4 AND status IS NULL RETURNING key
        )
        UPDATE idempotency_usage SET keys = keys - 1 WHERE user_id = $1 AND hour = $5 AND EXISTS (SELECT FROM freed)`,
      values: [userId, path, key, holder, hourOf(claimedAt)],
    })
  },

  /** Deletes expired keys, a limited number per run. */
  sweep: async (now: Date): Promise<void> => {
    await database.query({
      text: `WITH keys AS (
          DELETE FROM idempotency_keys WHERE ctid IN (SELECT ctid FROM idempotency_keys WHERE expires_at < $1 LIMIT 1000)
        )
        DELETE FROM idempotency_usage
        WHERE ctid IN (SELECT ctid FROM idempotency_usage WHERE hour <= $2 LIMIT 1000)`,
      values: [now, new Date(now.getTime() - countedMs)],
    })
  },
})
