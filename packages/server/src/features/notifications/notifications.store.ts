import { digestPauseMinutes, type NotificationType } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { listed } from '../../platform/database/listed.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

export interface NotificationRow {
  /** Sequence number among the notifications of its user. */
  seq: number
  id: string
  type: NotificationType
  /** Null if it is about an organization. */
  dealId: string | null
  dealName: string | null
  orgId: string | null
  orgName: string | null
  commentId: string | null
  sectionKey: string | null
  sectionTitle: string | null
  actorId: string
  actorName: string
  actorEmailVerified: boolean
  actorAvatarUrl: string | null
  /** Empty if the quoted text was erased. */
  snippet: string
  createdAt: Date
  readAt: Date | null
}

export interface NewNotification {
  id: string
  userId: string
  type: NotificationType
  commentId: string | null
  sectionKey: string | null
  snippet: string
}

export interface Delivery {
  dealId: string
  actorId: string
  at: Date
  notifications: readonly NewNotification[]
}

export interface OrgNotice {
  orgId: string
  actorId: string
  type: NotificationType
  at: Date
}

export interface Delivered {
  userId: string
  /** Address for a mention email; null if the user opted out or has no verified address. */
  mailTo: string | null
  actorName: string
  actorEmailVerified: boolean
}

export interface NotificationsPage {
  /** Only those with lower numbers. */
  before: number | undefined
  unreadOnly: boolean
  dealId: string | undefined
  limit: number
}

export interface Reading {
  /** Undefined for all. */
  ids: readonly string[] | undefined
  dealId: string | undefined
  /** Later notifications stay unread, so that marking all of them terminates. */
  upTo: number
  at: Date
  limit: number
}

/** A user's state: the number of the newest notification, and the unread count. */
export interface Stand {
  seq: number
  unread: number
}

/** The numbers after `after`, up to and including `upTo`. */
export interface Stretch {
  userId: string
  after: number
  upTo: number
}

export type NotificationsStore = ReturnType<typeof createNotificationsStore>

/** Cast to float8, because bigint would arrive as text; a JavaScript number holds every number ever issued. */
const shown = `n.seq::float8 AS seq, n.id, n.type, n.deal_id AS "dealId", deals.name AS "dealName",
  n.org_id AS "orgId", about_org.name AS "orgName",
  n.comment_id AS "commentId", n.section_key AS "sectionKey",
  sections.title AS "sectionTitle", n.actor_id AS "actorId",
  actors.display_name AS "actorName", actors.email_verified AS "actorEmailVerified", actors.avatar_url AS "actorAvatarUrl",
  n.snippet, n.created_at AS "createdAt", n.read_at AS "readAt"`

const named = `LEFT JOIN deals ON deals.id = n.deal_id LEFT JOIN orgs about_org ON about_org.id = n.org_id JOIN users actors ON actors.id = n.actor_id
  LEFT JOIN sections ON sections.deal_id = n.deal_id AND sections.section_key = n.section_key`

/** About an organization the user still owns, or a deal the user can still see. */
const visible = (userId: string, row: string): string => `(
  CASE WHEN ${row}.org_id IS NULL THEN ${visibleDeal(userId, `${row}.deal_id`)} ELSE ${ownsOrg(userId, `${row}.org_id`)} END)`

const ownsOrg = (userId: string, orgId: string): string => `EXISTS (
  SELECT 1 FROM org_members owned WHERE owned.org_id = ${orgId} AND owned.user_id = ${userId} AND owned.role = 'owner')`

/**
 * The counters hold one row per deal, so that the sum costs the same however many notifications there are. Those about
 * organizations are few, and counted individually.
 */
const unreadOf = (userId: string): string => `((
  SELECT coalesce(sum(c.unread), 0)::int FROM notification_counters c
  WHERE c.user_id = ${userId} AND c.unread > 0 AND ${visibleDeal(userId, 'c.deal_id')})
  + (SELECT count(*)::int FROM notifications u WHERE u.user_id = ${userId} AND u.org_id IS NOT NULL
      AND u.read_at IS NULL AND ${ownsOrg(userId, 'u.org_id')}))`

/**
 * Plans the digests of those who want them at once. It also writes where one is planned already: a node that takes the
 * planned one at the same moment would otherwise leave this notification without a digest.
 */
const wakeDigests = (at: string, told: string, type: string): string => `UPDATE digest_settings woken
  SET next_at = coalesce(woken.next_at, greatest(${at}::timestamptz, woken.last_sent_at + interval '${digestPauseMinutes} minutes'))
  FROM (SELECT * FROM ${told}) woken_by
  WHERE woken.user_id = woken_by.user_id AND woken.frequency = 'at_once'
    AND (woken.reasons IS NULL OR ${type} = ANY(woken.reasons))`

export const createNotificationsStore = (database: Database) => ({
  /**
   * Notifies active users who can see the deal now, within the transaction of the action; the result tells who they
   * were. Numbers are assigned in the order of user ids, so that two actions for the same users cannot deadlock.
   */
  add: ({ dealId, actorId, at, notifications }: Delivery): Promise<{ rows: Delivered[] }> => {
    const column = <Name extends keyof NewNotification>(name: Name) =>
      notifications.map((notification) => notification[name])
    return database.send<Delivered>({
      name: 'notifications_add',
      text: `WITH people AS (
          SELECT told.*, CASE
            WHEN told.type = 'mention' AND users.mail_preferences ->> 'mentions' = 'true' THEN (
              SELECT email FROM user_emails e WHERE e.user_id = users.id AND e.verified_at IS NOT NULL
              ORDER BY e.is_primary DESC, e.created_at, e.email LIMIT 1)
          END AS mail_to FROM ${listed('$4::uuid[]', '$5::uuid[]', '$6::text[]', '$7::uuid[]', '$8::text[]', '$9::text[]')}
            AS told (id, user_id, type, comment_id, section_key, snippet) JOIN users ON users.id = told.user_id
          WHERE users.status = 'active' AND ${visibleDeal('told.user_id', '$1')}
        ), heads AS (
          INSERT INTO notification_heads (user_id, seq) SELECT user_id, 1 FROM people ORDER BY user_id
          ON CONFLICT (user_id) DO UPDATE SET seq = notification_heads.seq + 1
          RETURNING user_id, seq
        ), counters AS (
          -- From the heads, so that no counter is held before the head of its person.
          INSERT INTO notification_counters (user_id, deal_id, unread) SELECT user_id, $1, 1 FROM heads ORDER BY user_id
          ON CONFLICT (user_id, deal_id) DO UPDATE SET unread = notification_counters.unread + 1
        ), added AS (
          INSERT INTO notifications (user_id, seq, id, deal_id, type, comment_id, section_key, actor_id, snippet, created_at, mailed)
          SELECT user_id, heads.seq, people.id, $1, type, comment_id, section_key, $2, snippet, $3, mail_to IS NOT NULL
          FROM people JOIN heads USING (user_id)
        ), woken AS (
          ${wakeDigests('$3', 'heads JOIN people USING (user_id)', 'woken_by.type')} AND woken_by.mail_to IS NULL
        )
        SELECT people.user_id AS "userId", actors.display_name AS "actorName",
          actors.email_verified AS "actorEmailVerified", people.mail_to AS "mailTo"
        FROM people JOIN users actors ON actors.id = $2`,
      values: [
        dealId,
        actorId,
        at,
        column('id'),
        column('userId'),
        column('type'),
        column('commentId'),
        column('sectionKey'),
        column('snippet'),
      ],
    })
  },

  /** Notifies the active owners of an organization of someone else's action. Returns their ids. */
  addForOrg: async ({ orgId, actorId, type, at }: OrgNotice): Promise<string[]> => {
    const { rows } = await database.query<{ userId: string }>({
      name: 'notifications_add_for_org',
      text: `WITH people AS (
          SELECT o.user_id FROM org_members o JOIN users u ON u.id = o.user_id AND u.status = 'active'
          WHERE o.org_id = $1 AND o.role = 'owner' AND o.user_id <> $2
        ), heads AS (
          INSERT INTO notification_heads (user_id, seq) SELECT user_id, 1 FROM people ORDER BY user_id
          ON CONFLICT (user_id) DO UPDATE SET seq = notification_heads.seq + 1
          RETURNING user_id, seq
        ), woken AS (
          ${wakeDigests('$4', 'heads', '$3')}
        )
        INSERT INTO notifications (user_id, seq, id, org_id, type, actor_id, snippet, created_at)
        SELECT user_id, seq, gen_random_uuid(), $1, $3, $2, '', $4 FROM heads RETURNING user_id AS "userId"`,
      values: [orgId, actorId, type, at],
    })
    return rows.map(({ userId }) => userId)
  },

  /** Newest first. */
  page: async (
    userId: string,
    { before, unreadOnly, dealId, limit }: NotificationsPage,
  ): Promise<NotificationRow[]> => {
    const values: unknown[] = [userId, limit]
    const conditions = [
      ...(before === undefined ? [] : [`n.seq < $${values.push(before)}`]),
      ...(unreadOnly ? ['n.read_at IS NULL'] : []),
      ...(dealId === undefined ? [] : [`n.deal_id = $${values.push(dealId)}`]),
    ]
    const { rows } = await database.query<NotificationRow>({
      text: `SELECT ${shown} FROM notifications n ${named}
        WHERE ${['n.user_id = $1', ...conditions, visible('$1', 'n')].join(' AND ')}
        ORDER BY n.seq DESC LIMIT $2`,
      values,
    })
    return rows
  },

  unread: async (userId: string): Promise<number> => {
    const { rows } = await database.query<{ unread: number }>({
      name: 'notifications_unread',
      text: `SELECT ${unreadOf('$1')} AS unread`,
      values: [userId],
    })
    return rows[0]?.unread ?? 0
  },

  /**
   * Locks the user's head row, which serializes adding and counting notifications. Undefined if the user never had one.
   */
  lock: async (userId: string): Promise<number | undefined> => {
    const { rows } = await database.query<{ seq: number }>({
      name: 'notifications_lock',
      text: 'SELECT seq::float8 AS seq FROM notification_heads WHERE user_id = $1 FOR UPDATE',
      values: [userId],
    })
    return rows[0]?.seq
  },

  /** Marks and counts in one statement. Returns how many were unread before. */
  read: async (userId: string, { ids, dealId, upTo, at, limit }: Reading): Promise<number> => {
    const values: unknown[] = [userId, upTo, at, limit]
    const ofDeal = dealId === undefined ? '' : `AND c.deal_id = $${values.push(dealId)}`
    const among = ids === undefined ? '' : `AND n.id = ANY($${values.push(ids)}::uuid[])`
    const { rows } = await database.query<{ updated: number }>({
      text: `WITH open AS (
          SELECT c.deal_id FROM notification_counters c
          WHERE c.user_id = $1 AND c.unread > 0 ${ofDeal} AND ${visibleDeal('$1', 'c.deal_id')}
        ), picked AS (
          SELECT n.seq FROM notifications n
          WHERE n.user_id = $1 AND n.read_at IS NULL AND n.seq <= $2 ${among}
            AND (n.deal_id IN (SELECT deal_id FROM open)${dealId === undefined ? ' OR n.org_id IS NOT NULL' : ''})
          ORDER BY n.seq LIMIT $4
        ), marked AS (
          UPDATE notifications n SET read_at = $3 FROM picked
          WHERE n.user_id = $1 AND n.seq = picked.seq RETURNING n.deal_id
        ), counted AS (
          UPDATE notification_counters c SET unread = c.unread - many.read
          FROM (SELECT deal_id, count(*)::int AS read FROM marked GROUP BY deal_id) many
          WHERE c.user_id = $1 AND c.deal_id = many.deal_id
        )
        SELECT count(*)::int AS updated FROM marked`,
      values,
    })
    return rows[0]?.updated ?? 0
  },

  /** The state of each of many users, in their order. */
  stands: async (userIds: readonly string[]): Promise<Stand[]> => {
    const { rows } = await database.query<Stand>({
      name: 'notifications_stands',
      text: `SELECT coalesce(h.seq, 0)::float8 AS seq, ${unreadOf('asked.user_id')} AS unread
        FROM ${listed('$1::uuid[]')} WITH ORDINALITY AS asked (user_id, place)
        LEFT JOIN notification_heads h ON h.user_id = asked.user_id ORDER BY asked.place`,
      values: [userIds],
    })
    return rows
  },

  /** The first notifications of each stretch, oldest first, in the order of the stretches. */
  stretches: async (asked: readonly Stretch[], limit: number): Promise<NotificationRow[][]> => {
    const { rows } = await database.query<NotificationRow & { place: number }>({
      name: 'notifications_stretches',
      text: `SELECT asked.place::int AS place, ${shown}
        FROM ${listed('$1::uuid[]', '$2::bigint[]', '$3::bigint[]')} WITH ORDINALITY AS asked (user_id, after, up_to, place)
        CROSS JOIN LATERAL (
          SELECT * FROM notifications one
          WHERE one.user_id = asked.user_id AND one.seq > asked.after AND one.seq <= asked.up_to
            AND ${visible('asked.user_id', 'one')}
          ORDER BY one.seq LIMIT $4
        ) n ${named} ORDER BY asked.place, n.seq`,
      values: [
        asked.map(({ userId }) => userId),
        asked.map(({ after }) => after),
        asked.map(({ upTo }) => upTo),
        limit,
      ],
    })
    const found = asked.map((): NotificationRow[] => [])
    for (const { place, ...row } of rows) found[place - 1]?.push(row)
    return found
  },
})
