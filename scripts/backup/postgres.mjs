// The database of a backup: one snapshot for the dump and for the list of blobs that it names.
import pg from 'pg'

/**
 * Keeps every node from deleting blobs while the work runs. The lock belongs to the connection, so that it goes with a
 * backup that is killed; keep the name in step with features/documents/deal-blobs.store.ts.
 */
export const withoutCollection = async (databaseUrl, work) => {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  let lost
  client.on('error', (error) => {
    lost = error
  })
  await client.connect()
  try {
    // A machine that vanishes without a word must not hold the lock for hours.
    await client.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3')
    await client.query('SET idle_in_transaction_session_timeout = 0')
    await client.query("SELECT pg_advisory_lock(hashtext('blob collection'))")
    const result = await work(client)
    // Without the lock a blob that the dump names may have gone before it was copied.
    if (lost === undefined) await client.query('SELECT 1')
    if (lost !== undefined) throw lost
    return result
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a snapshot; answers its name for pg_dump, and the blobs that its rows name. */
export const openSnapshot = async (client) => {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot')
  const named = await client.query('SELECT sha256 FROM documents UNION SELECT sha256 FROM image_crops')
  return { snapshot: rows[0].snapshot, named: named.rows.map(({ sha256 }) => sha256) }
}
