// The database part of a backup: one snapshot for both the dump and the list of blobs it references.
import pg from 'pg'

/**
 * Keeps every node from deleting blobs while `work` runs. The lock belongs to the connection, so it is released when
 * the backup is killed. The lock name must match features/documents/deal-blobs.store.ts.
 */
export const withoutCollection = async (databaseUrl, work) => {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  let lost
  client.on('error', (error) => {
    lost = error
  })
  await client.connect()
  try {
    // A machine that disappears without closing the connection must not hold the lock for hours.
    await client.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3')
    await client.query('SET idle_in_transaction_session_timeout = 0')
    await client.query("SELECT pg_advisory_lock(hashtext('blob collection'))")
    const result = await work(client)
    // If the lock was lost, a blob that the dump references may have been deleted before it was copied.
    if (lost === undefined) await client.query('SELECT 1')
    if (lost !== undefined) throw lost
    return result
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a snapshot; returns its name for pg_dump and the blobs that its rows reference. */
export const openSnapshot = async (client) => {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot')
  const named = await client.query(
    `SELECT sha256 FROM documents UNION SELECT sha256 FROM image_crops
      UNION SELECT sha256 FROM deal_exports WHERE sha256 IS NOT NULL
      UNION SELECT sha256 FROM deal_imports WHERE sha256 IS NOT NULL`,
  )
  return { snapshot: rows[0].snapshot, named: named.rows.map(({ sha256 }) => sha256) }
}
