import type { NotificationType } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { listed } from '../../platform/database/listed.ts'
import type { digests } from '../../platform/database/tables/digests.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import type { DigestSettingsRow } from './digest-settings.store.ts'
import { mailAddress } from './mail-address.ts'

export type DigestRow = typeof digests.$inferSelect

/** A person whose digest is due, with their row locked. */
export type DuePerson = Pick<
  DigestSettingsRow,
  | 'userId'
  | 'frequency'
  | 'weekday'
  | 'hour'
  | 'quietFrom'
  | 'quietTo'
  | 'timeZone'
  | 'nextDay'
  | 'coveredSeq'
  | 'lastSentAt'
> & { nextAt: Date }

/** What becomes of a due digest. */
export interface Plan {
  userId: string
  nextAt: Date | null
  nextDay: string | null
  /** The digest to be made; undefined: none. */
  digest?: { id: string; period: string; fromSeq: number; toSeq: number } | undefined
}

interface Recipient {
  address: string
  reasons: NotificationType[] | null
  unsubscribeId: string
  unsubscribeKey: Buffer
}

export interface DigestLine {
  type: NotificationType
  dealId: string | null
  /** The name of the deal, or of the organization. */
  about: string
  commentId: string | null
  sectionTitle: string | null
  actorName: string
  actorEmailVerified: boolean
  snippet: string
  /** How many notifications are about the same deal or organization. */
  ofGroup: number
  groups: number
  deals: number
  /** How many there are; at most one more than were counted. */
  total: number
}

export type DigestsStore = ReturnType<typeof createDigestsStore>

/** Notifications that a digest counts. */
export const maxCounted = 2_000
export const maxGroups = 20
export const maxLinesPerGroup = 10
const sweptAtOnce = 500

const ownsActiveOrg = (userId: string, orgId: string): string => `EXISTS (
  SELECT 1 FROM org_members owned JOIN orgs owned_org ON owned_org.id = owned.org_id AND owned_org.status = 'active'
  WHERE owned.org_id = ${orgId} AND owned.user_id = ${userId} AND owned.role = 'owner')`

const columns = `id, user_id AS "userId", period, from_seq::float8 AS "fromSeq", to_seq::float8 AS "toSeq", status,
  due_at AS "dueAt", attempts, created_at AS "createdAt"`

export const createDigestsStore = (database: Database) => {
  /** Whether the attempt still owned the digest. */
  const isChanged = async (changing: Promise<{ rowCount: number | null }>): Promise<boolean> =>
    ((await changing).rowCount ?? 0) > 0

  return {
    /** Locks people whose digest is due, the longest waiting first; skips those whom another node plans. */
    lockDue: async (now: Date, limit: number): Promise<DuePerson[]> => {
      const { rows } = await database.query<DuePerson>({
        name: 'digests_lock_due',
        text: `SELECT user_id AS "userId", frequency, weekday, hour, quiet_from AS "quietFrom", quiet_to AS "quietTo",
            time_zone AS "timeZone", next_at AS "nextAt", next_day AS "nextDay", covered_seq::float8 AS "coveredSeq",
            last_sent_at AS "lastSentAt"
          FROM digest_settings WHERE next_at <= $1 ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        values: [now, limit],
      })
      return rows
    },

    /**
     * The number of the newest notification of each person, and whether a digest of theirs has not ended. Asked after
     * the people are locked: a notification that the lock waited for would be missed otherwise.
     */
    stands: async (userIds: readonly string[]): Promise<Map<string, { newest: number; hasOpen: boolean }>> => {
      const { rows } = await database.query<{ userId: string; newest: number; hasOpen: boolean }>({
        name: 'digests_stands',
        text: `SELECT asked.user_id AS "userId", coalesce(h.seq, 0)::float8 AS newest, EXISTS (
            SELECT 1 FROM digests d WHERE d.user_id = asked.user_id AND d.due_at IS NOT NULL) AS "hasOpen"
          FROM ${listed('$1::uuid[]')} AS asked (user_id) LEFT JOIN notification_heads h ON h.user_id = asked.user_id`,
        values: [userIds],
      })
      return new Map(rows.map(({ userId, ...stand }) => [userId, stand]))
    },

    /** Keeps the plans, and binds the notifications of each new digest. A period that had its digest gets no other. */
    keep: async (plans: readonly Plan[], now: Date): Promise<void> => {
      const made = plans.flatMap(({ userId, digest }) => (digest === undefined ? [] : [{ userId, ...digest }]))
      const { rows } = await database.query<{ userId: string }>({
        name: 'digests_add',
        text: `INSERT INTO digests (id, user_id, period, from_seq, to_seq, status, due_at, attempts, created_at)
          SELECT id, user_id, period, from_seq, to_seq, 'pending', $6, 0, $6
          FROM ${listed('$1::uuid[]', '$2::uuid[]', '$3::text[]', '$4::bigint[]', '$5::bigint[]')}
            AS made (id, user_id, period, from_seq, to_seq)
          ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`,
        values: [
          made.map(({ id }) => id),
          made.map(({ userId }) => userId),
          made.map(({ period }) => period),
          made.map(({ fromSeq }) => fromSeq),
          made.map(({ toSeq }) => toSeq),
          now,
        ],
      })
      const added = new Set(rows.map(({ userId }) => userId))
      await database.query({
        name: 'digests_keep_plans',
        text: `UPDATE digest_settings s SET next_at = p.next_at, next_day = p.next_day,
            covered_seq = coalesce(p.covered_seq, s.covered_seq)
          FROM ${listed('$1::uuid[]', '$2::timestamptz[]', '$3::text[]', '$4::bigint[]')}
            AS p (user_id, next_at, next_day, covered_seq)
          WHERE s.user_id = p.user_id`,
        values: [
          plans.map(({ userId }) => userId),
          plans.map(({ nextAt }) => nextAt),
          plans.map(({ nextDay }) => nextDay),
          plans.map(({ userId, digest }) => (added.has(userId) ? (digest?.toSeq ?? null) : null)),
        ],
      })
    },

    /** Leases digests that are due; skips those that another node is leasing. */
    take: async (now: Date, until: Date, limit: number): Promise<DigestRow[]> => {
      const { rows } = await database.query<DigestRow>({
        name: 'digests_take',
        text: `UPDATE digests SET due_at = $2, attempts = attempts + 1 WHERE id IN (
            SELECT id FROM digests WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING ${columns}`,
        values: [now, until, limit],
      })
      return rows
    },

    /** Makes the digests of a process that ended due at once; only if no other process uses the database. */
    releaseAll: async (now: Date): Promise<void> => {
      await database.query({
        name: 'digests_release_all',
        text: 'UPDATE digests SET due_at = $1 WHERE due_at > $1',
        values: [now],
      })
    },

    /** Undefined: the person is not active, has switched digests off, or has no verified address. */
    recipient: async (userId: string): Promise<Recipient | undefined> => {
      const { rows } = await database.query<Recipient>({
        name: 'digests_recipient',
        text: `SELECT * FROM (
            SELECT ${mailAddress('u.id')} AS address, s.reasons, s.unsubscribe_id AS "unsubscribeId",
              s.unsubscribe_key AS "unsubscribeKey"
            FROM users u JOIN digest_settings s ON s.user_id = u.id
            WHERE u.id = $1 AND u.status = 'active' AND s.frequency <> 'off') r WHERE address IS NOT NULL`,
        values: [userId],
      })
      return rows[0]
    },

    /**
     * The unread notifications of a digest that were not mailed, of deals and organizations that the person can see
     * now: those with the newest first, of each the newest lines. Counted are the newest ones only.
     */
    lines: async (
      { userId, fromSeq, toSeq }: Pick<DigestRow, 'userId' | 'fromSeq' | 'toSeq'>,
      reasons: readonly string[] | null,
    ): Promise<DigestLine[]> => {
      const { rows } = await database.query<DigestLine>({
        name: 'digests_lines',
        text: `WITH open AS (
            SELECT c.deal_id FROM notification_counters c
            WHERE c.user_id = $1 AND c.unread > 0 AND ${visibleDeal('$1', 'c.deal_id')}
          ), picked AS (
            SELECT n.*, CASE WHEN n.org_id IS NULL THEN 'deal ' || n.deal_id ELSE 'org ' || n.org_id END AS about_id
            FROM notifications n
            WHERE n.user_id = $1 AND n.read_at IS NULL AND n.seq > $2 AND n.seq <= $3 AND NOT n.mailed
              AND ($4::text[] IS NULL OR n.type = ANY($4::text[]))
              AND CASE WHEN n.org_id IS NULL THEN n.deal_id IN (SELECT deal_id FROM open)
                ELSE ${ownsActiveOrg('$1', 'n.org_id')} END
            ORDER BY n.seq DESC LIMIT ${maxCounted + 1}
          ), placed AS (
            SELECT *, max(seq) OVER about AS newest, count(*) OVER about AS of_group,
              row_number() OVER (PARTITION BY about_id ORDER BY seq DESC) AS place
            FROM picked WINDOW about AS (PARTITION BY about_id)
          ), ranked AS (
            SELECT *, dense_rank() OVER (ORDER BY newest DESC) AS group_place FROM placed
          )
          SELECT n.type, n.deal_id AS "dealId", coalesce(deals.name, about_org.name) AS about,
            n.comment_id AS "commentId", sections.title AS "sectionTitle", actors.display_name AS "actorName",
            actors.email_verified AS "actorEmailVerified", n.snippet, n.of_group::int AS "ofGroup",
            (SELECT count(DISTINCT about_id)::int FROM picked) AS groups,
            (SELECT count(DISTINCT deal_id)::int FROM picked) AS deals,
            (SELECT count(*)::int FROM picked) AS total
          FROM ranked n LEFT JOIN deals ON deals.id = n.deal_id LEFT JOIN orgs about_org ON about_org.id = n.org_id
            JOIN users actors ON actors.id = n.actor_id
            LEFT JOIN sections ON sections.deal_id = n.deal_id AND sections.section_key = n.section_key
          WHERE n.group_place <= ${maxGroups} AND n.place <= ${maxLinesPerGroup}
          ORDER BY n.group_place, n.seq DESC`,
        values: [userId, fromSeq, toSeq, reasons],
      })
      return rows
    },

    /** Stored before the mail server is asked. False: the digest was taken over, has ended, or was erased. */
    beginSending: async ({ id, userId, attempts }: DigestRow, now: Date): Promise<boolean> => {
      const isOwned = await isChanged(
        database.query({
          name: 'digests_begin_sending',
          text: `UPDATE digests SET status = 'sending'
            WHERE id = $1 AND attempts = $2 AND status = 'pending' AND due_at IS NOT NULL`,
          values: [id, attempts],
        }),
      )
      if (isOwned)
        await database.query({
          name: 'digests_note_sending',
          text: 'UPDATE digest_settings SET last_sent_at = $2 WHERE user_id = $1',
          values: [userId, now],
        })
      return isOwned
    },

    end: (
      { id, attempts }: Pick<DigestRow, 'id' | 'attempts'>,
      status: 'sent' | 'empty' | 'cancelled',
    ): Promise<boolean> =>
      isChanged(
        database.query({
          name: 'digests_end',
          text: 'UPDATE digests SET status = $3, due_at = NULL WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL',
          values: [id, attempts, status],
        }),
      ),

    /** The mail server has refused it: the same mail is handed over again later. */
    tryAgain: ({ id, attempts }: Pick<DigestRow, 'id' | 'attempts'>, at: Date): Promise<boolean> =>
      isChanged(
        database.query({
          name: 'digests_try_again',
          text: `UPDATE digests SET status = 'pending', due_at = $3 WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL`,
          values: [id, attempts, at],
        }),
      ),

    /**
     * Ends a digest that nobody may have received. Its notifications go to the next one, unless digests were switched
     * off and on meanwhile. Inside a transaction.
     */
    giveUp: async (
      { id, userId, attempts, fromSeq, toSeq }: DigestRow,
      status: 'failed' | 'unknown',
    ): Promise<void> => {
      const isOwned = await isChanged(
        database.query({
          name: 'digests_give_up',
          text: 'UPDATE digests SET status = $3, due_at = NULL WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL',
          values: [id, attempts, status],
        }),
      )
      if (isOwned)
        await database.query({
          name: 'digests_give_back',
          text: 'UPDATE digest_settings SET covered_seq = $2 WHERE user_id = $1 AND covered_seq = $3',
          values: [userId, fromSeq, toSeq],
        })
    },

    /** Deletes digests that ended long ago, a bounded number per call; returns how many. */
    deleteOlder: async (before: Date): Promise<number> => {
      const { rowCount } = await database.query({
        name: 'digests_delete_older',
        text: `DELETE FROM digests WHERE id IN (
            SELECT id FROM digests WHERE due_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT ${sweptAtOnce})`,
        values: [before],
      })
      return rowCount ?? 0
    },

    sweptAtOnce,
  }
}
