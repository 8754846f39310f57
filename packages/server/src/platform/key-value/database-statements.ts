/** Uses the real clock: now() is constant within a transaction, so an entry would outlive its expiry there. */
const alive = (row: string): string => `(${row}.expires_at IS NULL OR ${row}.expires_at > clock_timestamp())`
const inMs = (place: string): string => `clock_timestamp() + ${place}::float8 * interval '1 millisecond'`
const number = `nextval('key_value_numbers')`
const thisKey = 'kv.deal_id = $1 AND kv.kind = $2 AND kv.id = $3'

const statement = (name: string, text: string) => ({ name: `key-value-${name}`, text })

export const getStatement = statement(
  'get',
  `SELECT kv.version, kv.value, kv.holder FROM key_values kv WHERE ${thisKey} AND ${alive('kv')}`,
)

export const getManyStatement = statement(
  'get-many',
  `SELECT kv.deal_id, kv.version, kv.value, kv.holder FROM key_values kv
   WHERE kv.deal_id = ANY($1::text[]) AND kv.kind = $2 AND kv.id = $3 AND ${alive('kv')}`,
)

const put = (condition: string): string => `
  INSERT INTO key_values AS kv (deal_id, kind, id, version, value, expires_at)
  VALUES ($1, $2, $3, ${number}, $4, ${inMs('$5')})
  ON CONFLICT (deal_id, kind, id) DO UPDATE
  SET version = ${number}, value = excluded.value, holder = NULL, expires_at = excluded.expires_at
  ${condition}
  RETURNING kv.version`

export const setStatement = statement('set', put(''))

export const setAbsentStatement = statement('set-absent', put(`WHERE NOT ${alive('kv')}`))

export const compareAndSetStatement = statement(
  'compare-and-set',
  `UPDATE key_values kv SET version = ${number}, value = $4, holder = NULL, expires_at = ${inMs('$5')}
   WHERE ${thisKey} AND kv.version = $6 AND ${alive('kv')} RETURNING kv.version`,
)

export const deleteStatement = statement(
  'delete',
  `DELETE FROM key_values kv WHERE ${thisKey} RETURNING ${alive('kv')} AS alive`,
)

export const touchStatement = statement(
  'touch',
  `UPDATE key_values kv SET expires_at = ${inMs('$4')} WHERE ${thisKey} AND ${alive('kv')}`,
)

export const listStatement = statement(
  'list',
  `SELECT kv.id, kv.version, kv.value, kv.holder FROM key_values kv
   WHERE kv.deal_id = $1 AND kv.kind = $2 AND kv.id > $3 AND ${alive('kv')} ORDER BY kv.id LIMIT $4`,
)

export const countStatement = statement(
  'count',
  `SELECT kv.deal_id, kv.kind, count(*)::int AS count FROM key_values kv
   WHERE kv.deal_id = ANY($1::text[]) AND ${alive('kv')} GROUP BY kv.deal_id, kv.kind`,
)

/**
 * Locks rows in one order, so that two purges of the same deals cannot deadlock. Rows that another purge deletes
 * meanwhile do not count toward the limit: a result below the limit means that nothing is left.
 */
export const deleteKindsStatement = statement(
  'delete-kinds',
  `WITH due AS MATERIALIZED (
     SELECT found.deal_id, found.kind, found.id
     FROM unnest($1::text[]) AS deal (id) CROSS JOIN unnest($2::text[]) AS wanted (kind) CROSS JOIN LATERAL (
       SELECT deal_id, kind, id FROM key_values
       WHERE deal_id = deal.id AND kind = wanted.kind ORDER BY id LIMIT $3 FOR UPDATE
     ) found LIMIT $3
   ), gone AS (
     DELETE FROM key_values kv USING due
     WHERE kv.deal_id = due.deal_id AND kv.kind = due.kind AND kv.id = due.id
     RETURNING kv.kind, ${alive('kv')} AS alive
   )
   SELECT kind, (count(*) FILTER (WHERE alive))::int AS counted, (SELECT count(*) FROM due)::int AS removed
   FROM gone GROUP BY kind`,
)

/** Jumps from deal to deal without reading all rows of each. */
export const dealsStatement = statement(
  'deals',
  `WITH RECURSIVE deals AS (
     (SELECT deal_id FROM key_values WHERE deal_id > $1 ORDER BY deal_id LIMIT 1)
     UNION ALL
     SELECT (SELECT kv.deal_id FROM key_values kv WHERE kv.deal_id > deals.deal_id ORDER BY kv.deal_id LIMIT 1)
     FROM deals WHERE deals.deal_id IS NOT NULL
   )
   SELECT deal_id, EXISTS (SELECT FROM key_values kv WHERE kv.deal_id = deals.deal_id AND ${alive('kv')}) AS alive
   FROM deals WHERE deal_id IS NOT NULL LIMIT $2`,
)

/**
 * Draws the number only once the lock is held. Otherwise a slow caller could get an older number than one that was
 * granted, released and deleted in the meantime.
 */
export const acquireStatement = statement(
  'acquire',
  `WITH turn AS MATERIALIZED (
     SELECT pg_advisory_xact_lock(hashtextextended(jsonb_build_array($1::text, $2::text, $3::text)::text, 0))
   )
   INSERT INTO key_values AS kv (deal_id, kind, id, version, holder, expires_at)
   SELECT $1, $2, $3, ${number}, $4, ${inMs('$5')} FROM turn
   ON CONFLICT (deal_id, kind, id) DO UPDATE
   SET version = CASE WHEN ${alive('kv')} THEN kv.version ELSE excluded.version END,
       value = NULL, holder = excluded.holder, expires_at = excluded.expires_at
   WHERE kv.holder = excluded.holder OR NOT ${alive('kv')}
   RETURNING kv.version`,
)

export const renewStatement = statement(
  'renew',
  `UPDATE key_values kv SET expires_at = ${inMs('$5')} WHERE ${thisKey} AND kv.holder = $4 AND ${alive('kv')}`,
)

export const releaseStatement = statement(
  'release',
  `DELETE FROM key_values kv WHERE ${thisKey} AND kv.holder = $4 RETURNING ${alive('kv')} AS alive`,
)

/** The condition is repeated: a row that was renewed while waiting for its lock must stay. */
export const sweepStatement = statement(
  'sweep',
  `DELETE FROM key_values kv WHERE kv.expires_at <= now() AND (kv.deal_id, kv.kind, kv.id) IN (
     SELECT deal_id, kind, id FROM key_values WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
   )`,
)
