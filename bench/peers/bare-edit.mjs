// Runs only the SQL of an edit, as a team would write it with Fastify and pg: no authentication, role check, rate
// limit, signature or event; each statement is awaited. Mentioned users are notified, as in the service.
//
//   DATABASE_URL=postgres://… PORT=… [PREPARED=1] node bench/peers/bare-edit.mjs
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import pg from 'pg'

const { fastify } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('fastify')

// Idle connections stay open while the other implementations are measured, as in the service.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, idleTimeoutMillis: 300_000 })
const prepared = process.env.PREPARED === '1'

const statements = {
  head: 'SELECT seq, hash FROM journal_heads WHERE deal_id = $1 FOR UPDATE',
  comment: `SELECT c.*, u.display_name AS author_name, u.avatar_url AS author_avatar_url
    FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.id = $1 AND c.deal_id = $2 AND c.deleted_at IS NULL FOR UPDATE OF c`,
  keep: 'INSERT INTO comment_revisions (comment_id, version, content, at) VALUES ($1, $2, $3, $4)',
  edit: 'UPDATE comments SET content = $1, mentioned = $2, version = $3, edited_at = $4, updated_at = $4 WHERE id = $5',
  entry: `INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
    VALUES ($1, $2, $3, 'activity', 'comment.edited', $4, false, $5, $6, $7, $8, $9, $10)`,
  moveHead: 'UPDATE journal_heads SET seq = $1, hash = $2, last_at = $3, activity = activity + 1 WHERE deal_id = $4',
  number: `INSERT INTO notification_heads (user_id, seq) VALUES ($1, 1)
    ON CONFLICT (user_id) DO UPDATE SET seq = notification_heads.seq + 1 RETURNING seq`,
  count: `INSERT INTO notification_counters (user_id, deal_id, unread) VALUES ($1, $2, 1)
    ON CONFLICT (user_id, deal_id) DO UPDATE SET unread = notification_counters.unread + 1`,
  tell: `INSERT INTO notifications (user_id, seq, id, deal_id, type, comment_id, section_key, actor_id, snippet, created_at)
    VALUES ($1, $2, $3, $4, 'mention', $5, $6, $7, $8, $9)`,
}

const run = (client, name, values) =>
  prepared ? client.query({ name, text: statements[name], values }) : client.query({ text: statements[name], values })

const edit = async (client, { dealId, commentId, content, mentioned }) => {
  const { rows: heads } = await run(client, 'head', [dealId])
  const { rows: comments } = await run(client, 'comment', [commentId, dealId])
  const [head, comment] = [heads[0], comments[0]]
  if (head === undefined || comment === undefined) return undefined
  const [at, version, seq] = [new Date(), comment.version + 1, Number(head.seq) + 1]
  await run(client, 'keep', [comment.id, comment.version, comment.content, comment.edited_at ?? comment.created_at])
  await run(client, 'edit', [content, mentioned ?? comment.mentioned, version, at, comment.id])
  const data = JSON.stringify({ comment_id: comment.id, version })
  const hash = String(seq).padStart(64, '0')
  const entry = [dealId, seq, at, comment.author_id, data, hash.slice(-22), hash, head.hash, hash, hash.padEnd(86, '0')]
  await run(client, 'entry', entry)
  await run(client, 'moveHead', [seq, hash, at, dealId])
  for (const userId of (mentioned ?? []).filter((id) => !comment.mentioned.includes(id))) {
    const { rows } = await run(client, 'number', [userId])
    await run(client, 'count', [userId, dealId])
    const about = [comment.id, comment.section_key, comment.author_id, content.slice(0, 140), at]
    await run(client, 'tell', [userId, rows[0].seq, randomUUID(), dealId, ...about])
  }
  return { ...comment, content, mentioned: mentioned ?? comment.mentioned, version, edited_at: at, updated_at: at }
}

const app = fastify()
app.put('/api/canvas/:dealId/comments/:commentId', async (request, reply) => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { content, mentioned_user_ids: mentioned } = request.body
    const edited = await edit(client, { ...request.params, content, mentioned })
    await client.query('COMMIT')
    return edited ?? reply.code(404).send({ detail: 'There is no such comment' })
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('The peer is ready')
