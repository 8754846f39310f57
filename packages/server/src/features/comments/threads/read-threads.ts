import { maxReactions, maxRepliesShown } from '@deal-canvas/contract'
import { getTableColumns } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { comments } from '../../../platform/database/tables/comments.ts'
import type { Reply, Thread } from './thread.ts'

const newestReplies = `SELECT * FROM comment_replies WHERE comment_id = c.id ORDER BY created_at DESC, id DESC LIMIT ${maxRepliesShown}`

/** The approximate size of a comment in a response, computed without reading its texts. */
export const threadBytes = `(2000 + octet_length(c.content) + coalesce(octet_length(c.anchor_text), 0)
  + coalesce(octet_length(c.document_anchor::text), 0)
  + coalesce(octet_length(c.suggestion ->> 'replacement'), 0) + CASE WHEN c.reply_count = 0 THEN 0 ELSE coalesce((
    SELECT sum(400 + octet_length(r.content) + 40 * cardinality(r.mentioned)) FROM (${newestReplies}) r
  ), 0) END)::int`

/** The size of its texts alone, the minimum of any response. */
export const threadTextBytes = `(octet_length(c.content) + CASE WHEN c.reply_count = 0 THEN 0 ELSE coalesce((
    SELECT sum(octet_length(r.content)) FROM (${newestReplies}) r
  ), 0) END)::int`

const columns = Object.entries(getTableColumns(comments)).map(([name, column]) => `c.${column.name} AS "${name}"`)

/**
 * Selects comments with their newest replies, authors, reactions and pictures in one statement; the conditions are
 * appended.
 */
const selectThreads = `
  SELECT ${columns.join(', ')}, a.display_name AS "authorName", a.email_verified AS "authorEmailVerified", a.avatar_url AS "authorAvatarUrl",
    f.file_name AS "fileName",
    CASE WHEN c.reply_count = 0 THEN NULL ELSE (
      SELECT json_agg(json_build_object('id', r.id, 'authorId', r.author_id, 'authorName', u.display_name,
          'authorEmailVerified', u.email_verified, 'authorAvatarUrl', u.avatar_url, 'content', r.content, 'createdAt', r.created_at, 'editedAt', r.edited_at,
          'mentioned', r.mentioned) ORDER BY r.created_at, r.id)
      FROM (${newestReplies}) r
      JOIN users u ON u.id = r.author_id
    ) END AS replies,
    (
      SELECT json_agg(json_build_object('emoji', e.emoji, 'userIds', e.user_ids) ORDER BY e.first_at, e.emoji)
      FROM (
        SELECT emoji, min(created_at) AS first_at, array_agg(user_id ORDER BY created_at, user_id) AS user_ids
        FROM (
          SELECT * FROM comment_reactions WHERE comment_id = c.id ORDER BY created_at, user_id LIMIT ${maxReactions}
        ) given GROUP BY emoji
      ) e
    ) AS reactions,
    (
      SELECT json_agg(json_build_object('id', p.id, 'mediaType', p.media_type, 'width', p.width, 'height', p.height)
        ORDER BY p.created_at, p.id)
      FROM image_crops p WHERE p.deal_id = c.deal_id AND p.comment_id = c.id
    ) AS attachments
  FROM comments c JOIN users a ON a.id = c.author_id
    LEFT JOIN documents f ON f.id = c.document_id AND f.deal_id = c.deal_id`

type StoredReply = Omit<Reply, 'createdAt' | 'editedAt'> & { createdAt: string; editedAt: string | null }
type StoredThread = Omit<Thread, 'replies' | 'reactions' | 'attachments'> & {
  replies: StoredReply[] | null
  reactions: Thread['reactions'] | null
  attachments: Thread['attachments'] | null
}

/** Times in JSON are strings. */
const readReply = (reply: StoredReply): Reply => ({
  ...reply,
  createdAt: new Date(reply.createdAt),
  editedAt: reply.editedAt === null ? null : new Date(reply.editedAt),
})

export const readThreads = async (
  database: Database,
  { conditions, values, name }: { conditions: string; values: unknown[]; name?: string },
): Promise<Thread[]> => {
  const text = `${selectThreads} ${conditions}`
  const { rows } = await database.query<StoredThread>({ text, values, ...(name === undefined ? {} : { name }) })
  return rows.map((row) => ({
    ...row,
    replies: (row.replies ?? []).map(readReply),
    reactions: row.reactions ?? [],
    attachments: row.attachments ?? [],
  }))
}
