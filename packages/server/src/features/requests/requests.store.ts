import type { RequestSource, RequestState } from '@deal-canvas/contract'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealRequests } from '../../platform/database/tables/deal-requests.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import type { Reminder } from './plan-reminder.ts'
import type { RequestPlace } from './request-cursor.ts'

export type StoredRequest = typeof dealRequests.$inferSelect

/** A request with the names of its people and what became of its source. */
export interface RequestRow extends StoredRequest {
  dealName: string
  authorName: string
  authorVerified: boolean
  assigneeName: string | null
  assigneeVerified: boolean
  /** Whether the assignee can still see the deal. */
  onDeal: boolean
  /** Null: it has no source, or one that is not a row of the database. */
  sourceGone: boolean | null
}

export interface Source {
  kind: RequestSource
  id: string
}

interface Page {
  status: RequestState | undefined
  after: RequestPlace | undefined
  limit: number
}

export interface DealPage extends Page {
  assigneeId: string | undefined
  sourceKind: RequestSource | undefined
  sourceId: string | undefined
}

/** A reminder that this node sends until the lease ends; then another node can send it. */
export interface ReminderLease {
  id: string
  dealId: string
  until: Date
}

/** An imported row can hold any text, and casting it would fail. */
const idForm = "'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"
const sourceId = `(CASE WHEN r.source_id ~ ${idForm} THEN r.source_id::uuid END)`

/** The rows that a source of each kind can be; findings are not rows of the database. */
const sourceRows = {
  comment: (deal: string, id: string) =>
    `SELECT FROM comments s WHERE s.id = ${id} AND s.deal_id = ${deal} AND s.deleted_at IS NULL`,
  contradiction: (deal: string, id: string) =>
    `SELECT FROM reconciliation_findings s WHERE s.id = ${id} AND s.deal_id = ${deal} AND s.status = 'differs'`,
  condition: (deal: string, id: string) => `SELECT FROM deal_conditions s WHERE s.id = ${id} AND s.deal_id = ${deal}`,
} as const satisfies Record<Exclude<RequestSource, 'finding'>, (deal: string, id: string) => string>

const sourceGone = `CASE r.source_kind ${Object.entries(sourceRows)
  .map(([kind, rows]) => `WHEN '${kind}' THEN NOT EXISTS (${rows('r.deal_id', sourceId)})`)
  .join(' ')} END`

const columns = Object.entries(getTableColumns(dealRequests)).map(([name, column]) => `r.${column.name} AS "${name}"`)

const shown = `SELECT ${columns.join(', ')}, d.name AS "dealName",
    author.display_name AS "authorName", author.email_verified AS "authorVerified",
    assignee.display_name AS "assigneeName", coalesce(assignee.email_verified, false) AS "assigneeVerified",
    coalesce(assignee.status = 'active' AND ${visibleDeal('assignee.id', 'r.deal_id')}, false) AS "onDeal",
    ${sourceGone} AS "sourceGone"
  FROM deal_requests r JOIN deals d ON d.id = r.deal_id JOIN users author ON author.id = r.created_by
    LEFT JOIN users assignee ON assignee.id = r.assignee_id`

/** Requests assigned to a person on deals that they can see. Archived deals need nothing. */
const ofPerson = `r.assignee_id = $1 AND d.archived_at IS NULL AND ${visibleDeal('$1', 'r.deal_id')}`

/** As conditions; the order tells open requests from closed ones, so that both are read from the index. */
const pageConditions = (values: unknown[], { status, after }: Pick<Page, 'status' | 'after'>): string[] => [
  ...(status === undefined ? [] : [status === 'open' ? "r.order_key < '1'" : "r.order_key >= '1'"]),
  ...(status === undefined || status === 'open' ? [] : [`r.status = $${values.push(status)}`]),
  ...(after === undefined
    ? []
    : [`(r.order_key, r.id) > ($${values.push(after.orderKey)}, $${values.push(after.id)})`]),
]

const inOrder = (values: unknown[], limit: number): string => `ORDER BY r.order_key, r.id LIMIT $${values.push(limit)}`

export type RequestsStore = ReturnType<typeof createRequestsStore>

export const createRequestsStore = (database: Database) => {
  const { db } = database
  const isOne = (dealId: string, id: string) => and(eq(dealRequests.dealId, dealId), eq(dealRequests.id, id))
  const read = async (where: string, values: unknown[], rest: string): Promise<RequestRow[]> =>
    (await database.query<RequestRow>({ text: `${shown} WHERE ${where} ${rest}`, values })).rows

  return {
    page: (
      dealId: string,
      { assigneeId, sourceKind, sourceId: source, limit, ...page }: DealPage,
    ): Promise<RequestRow[]> => {
      const values: unknown[] = [dealId]
      const where = [
        'r.deal_id = $1',
        ...(assigneeId === undefined ? [] : [`r.assignee_id = $${values.push(assigneeId)}`]),
        ...(sourceKind === undefined ? [] : [`r.source_kind = $${values.push(sourceKind)}`]),
        ...(source === undefined ? [] : [`r.source_id = $${values.push(source)}`]),
        ...pageConditions(values, page),
      ]
      return read(where.join(' AND '), values, inOrder(values, limit))
    },

    /** Requests assigned to a person on all deals that they can see. */
    pageOf: (userId: string, { limit, ...page }: Page): Promise<RequestRow[]> => {
      const values: unknown[] = [userId]
      const where = [ofPerson, ...pageConditions(values, page)]
      return read(where.join(' AND '), values, inOrder(values, limit))
    },

    find: async (dealId: string, id: string): Promise<RequestRow | undefined> =>
      (await read('r.deal_id = $1 AND r.id = $2', [dealId, id], ''))[0],

    countOpen: async (dealId: string): Promise<number> => {
      const { rows } = await database.query<{ count: number }>({
        name: 'requests_count_open',
        text: "SELECT count(*)::int AS count FROM deal_requests WHERE deal_id = $1 AND order_key < '1'",
        values: [dealId],
      })
      return rows[0]?.count ?? 0
    },

    hasSource: async (
      dealId: string,
      { kind, id }: { kind: keyof typeof sourceRows; id: string },
    ): Promise<boolean> => {
      const { rows } = await database.query({
        name: `requests_has_${kind}`,
        text: sourceRows[kind]('$1', '$2::text::uuid'),
        values: [dealId, id],
      })
      return rows.length > 0
    },

    canSee: async (dealId: string, userId: string): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'requests_can_see',
        text: `SELECT FROM users u WHERE u.id = $2 AND u.status = 'active' AND ${visibleDeal('u.id', '$1')}`,
        values: [dealId, userId],
      })
      return rows.length > 0
    },

    add: async (row: typeof dealRequests.$inferInsert): Promise<void> => {
      await db.insert(dealRequests).values(row)
    },

    save: async (dealId: string, id: string, change: Partial<typeof dealRequests.$inferInsert>): Promise<void> => {
      await db.update(dealRequests).set(change).where(isOne(dealId, id))
    },

    /** Leases reminders that are due; skips rows that another node is leasing. */
    takeReminders: async (now: Date, until: Date, limit: number): Promise<ReminderLease[]> => {
      const { rows } = await database.query<ReminderLease>({
        name: 'requests_take_reminders',
        text: `UPDATE deal_requests SET remind_at = $2 WHERE id IN (
            SELECT id FROM deal_requests WHERE remind_at <= $1
            ORDER BY remind_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING id, deal_id AS "dealId", remind_at AS until`,
        values: [now, until, limit],
      })
      return rows
    },

    /** The request of a lease. Undefined: it was changed or leased again in the meantime. */
    leased: async ({ dealId, id, until }: ReminderLease): Promise<StoredRequest | undefined> =>
      (
        await db
          .select()
          .from(dealRequests)
          .where(and(isOne(dealId, id), eq(dealRequests.remindAt, until)))
          .for('update')
      )[0],

    plan: async ({ dealId, id }: Pick<StoredRequest, 'dealId' | 'id'>, next: Reminder): Promise<void> => {
      await db.update(dealRequests).set(next).where(isOne(dealId, id))
    },
  }
}
