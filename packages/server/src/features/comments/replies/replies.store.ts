import type { Database } from '../../../platform/database/database.ts'
import type { Author, CommentPath, Reply } from '../threads/thread.ts'

type WrittenReply = Omit<Reply, keyof Author>

/** Keyset cursor: the page continues with older replies than this one. */
export interface After {
  time: Date
  id: string
}

const columns = `r.id, r.author_id AS "authorId", u.display_name AS "authorName",
  u.email_verified AS "authorEmailVerified", u.avatar_url AS "authorAvatarUrl",
  r.content, r.created_at AS "createdAt", r.edited_at AS "editedAt", r.mentioned`

export type RepliesStore = ReturnType<typeof createRepliesStore>

/** Every write also marks the thread as changed. */
export const createRepliesStore = (database: Database) => ({
  /** Replies older than the cursor, newest first; undefined if there is no such comment. */
  page: async (
    { dealId, commentId }: CommentPath,
    { after, limit }: { after: After | undefined; limit: number },
  ): Promise<Reply[] | undefined> => {
    const { rows } = await database.query<Reply & { id: string | null }>({
      name: 'reply_page',
      text: `SELECT ${columns} FROM comments c
          LEFT JOIN comment_replies r ON r.comment_id = c.id
            AND ($3::timestamptz IS NULL OR (r.created_at, r.id) < ($3::timestamptz, $4::uuid))
          LEFT JOIN users u ON u.id = r.author_id
        WHERE c.id = $2 AND c.deal_id = $1 AND c.deleted_at IS NULL
        ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
      values: [dealId, commentId, after?.time, after?.id, limit],
    })
    // A comment without replies yields one row of nulls.
    return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null)
  },

  find: async ({ dealId, commentId }: CommentPath, replyId: string): Promise<Reply | undefined> => {
    const { rows } = await database.query<Reply>({
      name: 'reply_find',
      text: `SELECT ${columns} FROM comment_replies r JOIN users u ON u.id = r.author_id
        WHERE r.id = $3 AND r.comment_id = $2 AND r.deal_id = $1`,
      values: [dealId, commentId, replyId],
    })
    return rows[0]
  },

  /** Writes a reply and returns its author. */
  add: async ({ dealId, commentId }: CommentPath, reply: WrittenReply): Promise<Author> => {
    const { rows } = await database.query<Author>({
      name: 'reply_add',
      text: `WITH added AS (
          INSERT INTO comment_replies (id, comment_id, deal_id, author_id, content, created_at, mentioned)
          VALUES ($3, $2, $1, $4, $5, $6, $7)
        ), counted AS (
          UPDATE comments SET reply_count = reply_count + 1, updated_at = $6 WHERE deal_id = $1 AND id = $2
        )
        SELECT display_name AS "authorName", email_verified AS "authorEmailVerified", avatar_url AS "authorAvatarUrl" FROM users WHERE id = $4`,
      values: [dealId, commentId, reply.id, reply.authorId, reply.content, reply.createdAt, reply.mentioned],
    })
    const [author] = rows
    if (author === undefined) throw new Error('A reply was written by nobody')
    return author
  },

  /** Replies have no history, so notifications that quote the reply are updated with it. */
  edit: async (
    { dealId, commentId }: CommentPath,
    { id, authorId, content, mentioned, editedAt }: WrittenReply,
    quoted: { before: string; after: string },
  ): Promise<void> => {
    await database.query({
      name: 'reply_edit',
      text: `WITH edited AS (
          UPDATE comment_replies SET content = $4, mentioned = $5, edited_at = $6 WHERE comment_id = $2 AND id = $3
        ), quoted AS (
          UPDATE notifications SET snippet = $9
          WHERE deal_id = $1 AND comment_id = $2 AND actor_id = $7 AND snippet = $8 AND type IN ('reply', 'mention')
        )
        UPDATE comments SET updated_at = $6 WHERE deal_id = $1 AND id = $2`,
      values: [dealId, commentId, id, content, mentioned, editedAt, authorId, quoted.before, quoted.after],
    })
  },
})
