import { getTableName } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { SignedUpgrade } from '../../platform/database/tables/bundles.ts'
import { type BundledTable, bundledTables, nameOf } from './bundled-tables.ts'
import type { Person } from './manifest.ts'
import { columnsOf, keyOf, personColumnsOf, referencesOf } from './table-columns.ts'

const perPage = 500

/** The ids of everyone who wrote or is mentioned in the deal `$1`. */
export const everyoneInBundle = bundledTables
  .flatMap((bundled) => {
    const { of, peopleIn = [], personInItems = {} } = bundled
    const from = `FROM ${nameOf(bundled)} t`
    return [
      ...personColumnsOf(bundled).map(
        (column) => `SELECT t.${column} AS id ${from} WHERE ${of} AND t.${column} IS NOT NULL`,
      ),
      ...peopleIn.map((column) => `SELECT unnest(t.${column}) ${from} WHERE ${of}`),
      ...Object.entries(personInItems).map(
        ([column, field]) =>
          `SELECT (item ->> '${field}')::uuid ${from}, jsonb_array_elements(t.${column}) item WHERE ${of}`,
      ),
    ]
  })
  .join(' UNION ')

/** The head of a trail in the database. */
export interface BundledHead {
  name: string
  entries: number
  headHash: string
  head: { at: Date; signature: string } | null
}

export type BundleRowsStore = ReturnType<typeof createBundleRowsStore>

/** Reads and writes the rows of bundles. */
export const createBundleRowsStore = (database: Database) => ({
  /** Call first in a transaction: everything is read as of one moment. */
  freeze: async (): Promise<void> => {
    await database.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
  },

  schema: async (): Promise<string> => {
    const { rows } = await database.query<{ name: string }>({ text: 'SELECT max(name) AS name FROM migrations' })
    return rows[0]?.name ?? ''
  },

  head: async (dealId: string): Promise<BundledHead | undefined> => {
    const { rows } = await database.query<BundledHead>({
      name: 'bundle_head',
      text: `SELECT d.name, h.seq::float8 AS entries, h.hash AS "headHash",
          CASE WHEN a.seq = h.seq AND a.hash = h.hash THEN json_build_object('at', a.at, 'signature', a.signature) END AS head
        FROM deals d JOIN journal_heads h ON h.deal_id = d.id LEFT JOIN audit_heads a ON a.deal_id = d.id
        WHERE d.id = $1`,
      values: [dealId],
    })
    const [row] = rows
    return row && { ...row, head: row.head && { ...row.head, at: new Date(row.head.at) } }
  },

  upgrade: async (): Promise<SignedUpgrade | null> => {
    const { rows } = await database.query<SignedUpgrade & { at: Date | string }>({
      text: 'SELECT at, covers, signature FROM audit_upgrade',
    })
    const [row] = rows
    return row === undefined ? null : { ...row, at: new Date(row.at).toISOString() }
  },

  people: async (dealId: string): Promise<Person[]> => {
    const { rows } = await database.query<Person>({
      name: 'bundle_people',
      text: `SELECT u.id, u.display_name AS name,
          ARRAY(SELECT p.foreign_id FROM imported_people p WHERE p.deal_id = $1 AND p.user_id = u.id ORDER BY 1) AS known_as
        FROM users u WHERE u.id IN (${everyoneInBundle}) ORDER BY u.id`,
      values: [dealId],
    })
    return rows
  },

  /** Pages of rows as JSON, in the order of the key. Call in a transaction: a cursor sorts them once. */
  pages: async function* (dealId: string, bundled: BundledTable): AsyncIterable<string[]> {
    const { of, as = {}, atOnce = perPage } = bundled
    const shown = columnsOf(bundled).map(({ name }) => `${as[name] ?? `t.${name}`} AS "${name}"`)
    const order = keyOf(bundled).map(({ name }) => `t.${name}`)
    await database.query({
      text: `DECLARE bundle_rows NO SCROLL CURSOR FOR
        SELECT (SELECT row_to_json(r) FROM (SELECT ${shown.join(', ')}) r)::text AS line
        FROM ${nameOf(bundled)} t WHERE ${of} ORDER BY ${order.join(', ')}`,
      values: [dealId],
    })
    for (let isMore = true; isMore; ) {
      const { rows } = await database.query<{ line: string }>({ text: `FETCH ${atOnce} FROM bundle_rows` })
      if (rows.length > 0) yield rows.map(({ line }) => line)
      isMore = rows.length === atOnce
    }
    await database.query({ text: 'CLOSE bundle_rows' })
  },

  /** The files of the deal. */
  blobs: async (dealId: string): Promise<{ sha256: string; size: number }[]> => {
    const { rows } = await database.query<{ sha256: string; size: number }>({
      name: 'bundle_blobs',
      text: `SELECT sha256, max(size)::float8 AS size FROM (
          SELECT sha256, size FROM documents WHERE deal_id = $1
          UNION ALL SELECT sha256, size FROM image_crops WHERE deal_id = $1 AND comment_id IS NOT NULL
        ) files GROUP BY sha256 ORDER BY sha256`,
      values: [dealId],
    })
    return rows
  },

  /** Whether anything of this service has the id: a deal, or an intake that reserved it. */
  isTaken: async (dealId: string): Promise<boolean> => {
    const { rows } = await database.query<{ taken: boolean }>({
      name: 'bundle_is_taken',
      text: `SELECT EXISTS (SELECT FROM deals WHERE id = $1) OR EXISTS (SELECT FROM documents WHERE deal_id = $1)
        OR EXISTS (SELECT FROM intake_conversations WHERE deal_id = $1)
        OR EXISTS (SELECT FROM deal_readings WHERE deal_id = $1) AS taken`,
      values: [dealId],
    })
    return rows[0]?.taken === true
  },

  /** Two imports of one deal come one after the other, until the end of the transaction. */
  hold: async (dealId: string): Promise<void> => {
    await database.query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [`import ${dealId}`] })
  },

  /** Writes rows whose references stay inside the deal; returns how many there were. */
  write: async (
    dealId: string,
    bundled: BundledTable,
    columns: readonly string[],
    rows: readonly Record<string, unknown>[],
  ): Promise<number> => {
    const table = nameOf(bundled)
    const names = columns.map((name) => `"${name}"`).join(', ')
    const inside = referencesOf(bundled).flatMap(({ columns: from, table: target, foreignColumns }) => {
      const parent = bundledTables.find((other) => getTableName(other.table) === target)
      if (parent === undefined || target === 'deals') return []
      const matches = foreignColumns.map((name, place) => `t.${name} = r.${from[place]}`).join(' AND ')
      const isNull = from.map((name) => `r.${name} IS NULL`).join(' OR ')
      return [`(${isNull} OR EXISTS (SELECT FROM ${target} t WHERE ${matches} AND ${parent.of}))`]
    })
    const { rowCount } = await database.query({
      text: `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) r
        WHERE $1::text IS NOT NULL ${inside.map((condition) => `AND ${condition}`).join(' ')}`,
      values: [dealId, JSON.stringify(rows)],
    })
    return rowCount ?? 0
  },

  /** Names without accounts: nobody can sign in as them, and no list of accounts shows them. */
  addPeople: async (people: readonly { userId: string; name: string }[], at: Date): Promise<void> => {
    await database.query({
      text: `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
        SELECT id, name, 'imported', gen_random_uuid(), '{"mentions": false}', $3, $3
        FROM unnest($1::uuid[], $2::text[]) p (id, name)`,
      values: [people.map(({ userId }) => userId), people.map(({ name }) => name), at],
    })
  },

  /** By which ids other installations knew the people of the deal. */
  nameImported: async (dealId: string, pairs: readonly { userId: string; foreignId: string }[]): Promise<void> => {
    await database.query({
      text: `INSERT INTO imported_people (deal_id, foreign_id, user_id)
        SELECT $1, foreign_id, user_id FROM unnest($2::uuid[], $3::uuid[]) p (foreign_id, user_id)
        ON CONFLICT DO NOTHING`,
      values: [dealId, pairs.map(({ foreignId }) => foreignId), pairs.map(({ userId }) => userId)],
    })
  },

  addOwner: async (dealId: string, userId: string, at: Date): Promise<void> => {
    await database.query({
      text: `INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`,
      values: [dealId, userId, at],
    })
  },

  addOrigin: async (
    dealId: string,
    origin: { seq: number; publicKey: string; upgrade: SignedUpgrade | null; importedAt: Date; importedBy: string },
  ): Promise<void> => {
    const { seq, publicKey, upgrade, importedAt, importedBy } = origin
    await database.query({
      text: `INSERT INTO deal_origins (deal_id, seq, public_key, upgrade, imported_at, imported_by) VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [dealId, seq, publicKey, upgrade, importedAt, importedBy],
    })
  },

  /** The counts that triggers keep from then on. */
  countComments: async (dealId: string): Promise<void> => {
    await database.query({
      text: `UPDATE journal_heads h SET comments = c.comments, open_comments = c.open, open_blockers = c.blockers FROM (
          SELECT count(*)::int AS comments, count(*) FILTER (WHERE status = 'open')::int AS open,
            count(*) FILTER (WHERE status = 'open' AND comment_type = 'blocker')::int AS blockers
          FROM comments WHERE deal_id = $1 AND deleted_at IS NULL) c
        WHERE h.deal_id = $1`,
      values: [dealId],
    })
  },

  /** Whether every file that a row names is among those of the bundle. */
  lacksFile: async (dealId: string, blobs: readonly { sha256: string; size: number }[]): Promise<boolean> => {
    const { rows } = await database.query<{ lacks: boolean }>({
      text: `SELECT EXISTS (
          SELECT FROM (
            SELECT sha256, size FROM documents WHERE deal_id = $1 UNION ALL SELECT sha256, size FROM image_crops WHERE deal_id = $1
          ) named WHERE NOT EXISTS (
            SELECT FROM unnest($2::text[], $3::bigint[]) b (sha256, size) WHERE b.sha256 = named.sha256 AND b.size = named.size)
        ) AS lacks`,
      values: [dealId, blobs.map(({ sha256 }) => sha256), blobs.map(({ size }) => size)],
    })
    return rows[0]?.lacks === true
  },
})
