import type { Database } from '../../platform/database/database.ts'
import type { Author, CommentPath, Reply } from './thread.ts'

type WrittenReply = Omit<Reply, keyof Author>

export type RepliesStore = ReturnType<typeof createRepliesStore>

/** The thread is always marked as changed together with its reply. */
export const createRepliesStore = (database: Database) => ({
  /** Writes it, and answers who wrote it. */
  add: async ({ dealId, commentId }: CommentPath, reply: WrittenReply): Promise<Author> => {
    const { rows } = await database.query<Author>({
      name: 'reply_add',
      text: `WITH added AS (
          INSERT INTO comment_replies (id, comment_id, deal_id, author_id, content, created_at, mentioned)
          VALUES ($3, $2, $1, $4, $5, $6, $7)
        ), counted AS (
          UPDATE comments SET reply_count = reply_count + 1, updated_at = $6 WHERE deal_id = $1 AND id = $2
        )
        SELECT display_name AS "authorName", avatar_url AS "authorAvatarUrl" FROM users WHERE id = $4`,
      values: [dealId, commentId, reply.id, reply.authorId, reply.content, reply.createdAt, reply.mentioned],
    })
    const [author] = rows
    if (author === undefined) throw new Error('A reply was written by nobody')
    return author
  },

  /** Nothing keeps what it said before, so what notifications quoted of it follows. */
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
