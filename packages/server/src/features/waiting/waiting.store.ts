import type { WaitingKind } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { type WaitingSource, waitingSources } from './sources.ts'

export interface WaitingRow {
  kind: WaitingKind
  id: string
  dealId: string
  dealName: string
  /** Null: the service names it after `about`. */
  what: string | null
  about: string
  due: string | null
  since: Date
}

/** Where the next page starts: after the item with this due date, time and key. */
export interface AfterItem {
  due: string | null
  since: Date
  key: string
}

/** After every day of the calendar: what has no due date comes last. */
const noDay = "'9999-99-99'"

/** As bytes: digits sort differently in some languages. */
const dueOf = ({ due }: WaitingSource): string => `(coalesce(${due}, ${noDay}) COLLATE "C")`
const keyOf = ({ kind, id }: WaitingSource): string => `(('${kind}:' || ${id}) COLLATE "C")`
const orderOf = (source: WaitingSource): string => `${dueOf(source)}, ${source.since}, ${keyOf(source)}`

/** Each source is read to its own limit, so that none is sorted with all the others. */
const eachOf = (write: (source: WaitingSource) => string): string =>
  waitingSources.map((source) => `(${write(source)})`).join('\nUNION ALL\n')

const whereOf = ({ where }: WaitingSource): string => `d.archived_at IS NULL AND ${where}`

const page = (isFirst: boolean): string =>
  `SELECT * FROM (${eachOf(
    (source) => `SELECT '${source.kind}'::text AS kind, ${source.id} AS id, d.id AS "dealId", d.name AS "dealName",
    ${source.what} AS what, ${source.about} AS about, ${source.due} AS due, ${source.since} AS since,
    ${keyOf(source)} AS key
  FROM ${source.from} WHERE ${whereOf(source)}${
    isFirst ? '' : ` AND (${orderOf(source)}) > (coalesce($3, ${noDay}) COLLATE "C", $4::timestamptz, $5 COLLATE "C")`
  }
  ORDER BY ${orderOf(source)} LIMIT $2`,
  )}) waiting ORDER BY coalesce(due, ${noDay}) COLLATE "C", since, key LIMIT $2`

const counted = `SELECT count(*)::int AS count FROM (${eachOf(
  (source) => `SELECT 1 FROM ${source.from} WHERE ${whereOf(source)} LIMIT $2`,
)}) waiting`

const countedByDeal = `SELECT "dealId", count(*)::int AS count FROM (${eachOf(
  (source) =>
    `SELECT d.id AS "dealId" FROM ${source.from} WHERE ${whereOf(source)} AND ${source.deal} = ANY($2::text[]) LIMIT $3`,
)}) waiting GROUP BY "dealId"`

/** Of one kind over all the deals that are counted at once. */
const maxCounted = 10_000

export type WaitingStore = ReturnType<typeof createWaitingStore>

/** The access to each deal is decided in the query: nothing is read of a deal that the user cannot see. */
export const createWaitingStore = (database: Pick<Database, 'query'>) => ({
  page: async (userId: string, limit: number, after: AfterItem | undefined): Promise<WaitingRow[]> => {
    const { rows } = await database.query<WaitingRow>({
      name: after === undefined ? 'waiting_first' : 'waiting_next',
      text: page(after === undefined),
      values: [userId, limit, ...(after === undefined ? [] : [after.due, after.since, after.key])],
    })
    return rows
  },

  /** Never more than the limit of each source. */
  count: async (userId: string, limit: number): Promise<number> => {
    const { rows } = await database.query<{ count: number }>({
      name: 'waiting_count',
      text: counted,
      values: [userId, limit],
    })
    return rows[0]?.count ?? 0
  },

  countByDeal: async (userId: string, dealIds: readonly string[]): Promise<Map<string, number>> => {
    const { rows } = await database.query<{ dealId: string; count: number }>({
      name: 'waiting_by_deal',
      text: countedByDeal,
      values: [userId, dealIds, maxCounted],
    })
    return new Map(rows.map(({ dealId, count }) => [dealId, count]))
  },
})
