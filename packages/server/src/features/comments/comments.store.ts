import type { Database } from '../../platform/database/database.ts'
import { oneOf } from '../../platform/database/listed.ts'
import { type Filters, selectPage } from './threads/filters.ts'
import { readThreads } from './threads/read-threads.ts'
import type { Author, CommentPath, CommentRow, Place, Thread } from './threads/thread.ts'

export interface Revision {
  version: number
  content: string
  /** When the former text was written. */
  at: Date
}

/** A comment of a page and its approximate size in a response, in bytes. */
export interface PageEntry {
  id: string
  createdAt: Date
  bytes: number
}

type Settlement = Pick<CommentRow, 'status' | 'resolvedBy' | 'resolvedAt' | 'updatedAt'>
type Edit = Pick<CommentRow, 'content' | 'mentioned' | 'version' | 'editedAt' | 'updatedAt'>

/** Limit of users notified of a change in one thread. */
const maxPeople = 2_000

/** Limit of authors in a section who are notified of the next comment. */
const maxInSection = 200

/** The deal's owners and the recent authors in the section. */
const audience = `
  SELECT user_id FROM deal_members WHERE deal_id = $2 AND role = 'owner'
  UNION (
    WITH recent AS (
      SELECT id, author_id FROM comments WHERE deal_id = $2 AND section_key = $3 AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${maxInSection}
    )
    SELECT author_id FROM recent
    UNION
    SELECT author_id FROM (
      SELECT r.author_id FROM recent JOIN comment_replies r ON r.comment_id = recent.id LIMIT 2000
    ) repliers
    LIMIT ${maxInSection}
  )`

export type CommentsStore = ReturnType<typeof createCommentsStore>

/** Every statement filters by deal, so that a comment of another deal is not found. */
export const createCommentsStore = (database: Database) => ({
  thread: async ({ dealId, commentId }: CommentPath): Promise<Thread | undefined> => {
    const conditions = 'WHERE c.id = $2 AND c.deal_id = $1 AND c.deleted_at IS NULL'
    return (await readThreads(database, { name: 'comment_thread', conditions, values: [dealId, commentId] }))[0]
  },

  /** The ids of the comments on a page. */
  page: async (dealId: string, filters: Filters): Promise<PageEntry[]> =>
    (await database.query<PageEntry>(selectPage(dealId, filters))).rows,

  /** Newest first; comments deleted in the meantime are left out. */
  threads: async (dealId: string, ids: readonly string[]): Promise<Thread[]> =>
    ids.length === 0
      ? []
      : readThreads(database, {
          name: 'comment_threads',
          conditions: `WHERE c.id = ${oneOf('$2::uuid[]')} AND c.deal_id = $1 AND c.deleted_at IS NULL
            ORDER BY c.created_at DESC, c.id DESC`,
          values: [dealId, ids],
        }),

  hasMetric: async (dealId: string, metricKey: string): Promise<boolean> => {
    const { rows } = await database.query({
      name: 'comment_has_metric',
      text: 'SELECT 1 FROM deal_metrics WHERE deal_id = $1 AND metric_key = $2',
      values: [dealId, metricKey],
    })
    return rows.length > 0
  },

  /** Everyone who wrote a reply or is mentioned in one. */
  repliers: async ({ dealId, id }: Pick<CommentRow, 'dealId' | 'id'>): Promise<string[]> => {
    const { rows } = await database.query<{ userId: string }>({
      name: 'comment_repliers',
      text: `SELECT DISTINCT person.id AS "userId" FROM comment_replies r, unnest(r.author_id || r.mentioned) AS person (id)
        WHERE r.comment_id = $2 AND r.deal_id = $1 LIMIT ${maxPeople}`,
      values: [dealId, id],
    })
    return rows.map(({ userId }) => userId)
  },

  nameOf: async (userId: string): Promise<string> => {
    const { rows } = await database.query<{ name: string }>({
      name: 'comment_author_name',
      text: 'SELECT display_name AS name FROM users WHERE id = $1',
      values: [userId],
    })
    return rows[0]?.name ?? ''
  },

  /** Writes a comment and returns its author and who else is to be notified. */
  add: async (comment: CommentRow): Promise<Author & { audience: string[] }> => {
    const { rows } = await database.query<Author & { audience: string[] }>({
      name: 'comment_add',
      text: `WITH added AS (
          INSERT INTO comments (id, deal_id, section_key, metric_key, comment_type, author_id, content, status, created_at, updated_at,
            anchor_text, anchor_prefix, anchor_suffix, anchor_position, anchor_status, mentioned, suggestion, version, reply_count,
            document_id, document_anchor, draft_id)
          VALUES ($1, $2, $3, $16, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, 1, 0, $17, $18, $19)
        )
        SELECT display_name AS "authorName", email_verified AS "authorEmailVerified", avatar_url AS "authorAvatarUrl", ARRAY(${audience}) AS audience
        FROM users WHERE id = $5`,
      values: [
        comment.id,
        comment.dealId,
        comment.sectionKey,
        comment.commentType,
        comment.authorId,
        comment.content,
        comment.status,
        comment.createdAt,
        comment.anchorText,
        comment.anchorPrefix,
        comment.anchorSuffix,
        comment.anchorPosition,
        comment.anchorStatus,
        comment.mentioned,
        comment.suggestion,
        comment.metricKey,
        comment.documentId,
        comment.documentAnchor,
        comment.draftId,
      ],
    })
    const [author] = rows
    if (author === undefined) throw new Error('A comment was written by nobody')
    return author
  },

  /** Writes the new text and archives the former one, in one statement of the deal's change. */
  edit: ({ dealId, id, ...before }: Thread, { content, mentioned, version, updatedAt }: Edit): void => {
    void database.send({
      name: 'comment_edit',
      text: `WITH kept AS (
          INSERT INTO comment_revisions (comment_id, version, content, at) VALUES ($2, $3, $4, $5)
        )
        UPDATE comments SET content = $6, mentioned = $7, version = $8, edited_at = $9, updated_at = $9
        WHERE deal_id = $1 AND id = $2`,
      values: [
        dealId,
        id,
        before.version,
        before.content,
        before.editedAt ?? before.createdAt,
        content,
        mentioned,
        version,
        updatedAt,
      ],
    })
  },

  settle: async ({ dealId, id }: Thread, { status, resolvedBy, resolvedAt, updatedAt }: Settlement): Promise<void> => {
    await database.query({
      name: 'comment_settle',
      text: `UPDATE comments SET status = $3, resolved_by = $4, resolved_at = $5, updated_at = $6
        WHERE deal_id = $1 AND id = $2`,
      values: [dealId, id, status, resolvedBy, resolvedAt, updatedAt],
    })
  },

  place: async ({ dealId, id }: Thread, place: Place): Promise<void> => {
    await database.query({
      name: 'comment_place',
      text: `UPDATE comments SET anchor_status = $3, anchor_position = $4, anchor_prefix = $5, anchor_suffix = $6
        WHERE deal_id = $1 AND id = $2`,
      values: [dealId, id, place.anchorStatus, place.anchorPosition, place.anchorPrefix, place.anchorSuffix],
    })
  },

  /** Versions before the given one, newest first; undefined if there is no such comment. */
  history: async (
    { dealId, commentId }: CommentPath,
    { before, limit }: { before: number | undefined; limit: number },
  ): Promise<Revision[] | undefined> => {
    const { rows } = await database.query<{ [Field in keyof Revision]: Revision[Field] | null }>({
      name: 'comment_history',
      text: `SELECT r.version, r.content, r.at
        FROM comments c LEFT JOIN comment_revisions r ON r.comment_id = c.id AND r.version < coalesce($3::bigint, c.version)
        WHERE c.id = $2 AND c.deal_id = $1 AND c.deleted_at IS NULL
        ORDER BY r.version DESC LIMIT $4`,
      values: [dealId, commentId, before, limit],
    })
    if (rows.length === 0) return undefined
    return rows.flatMap(({ version, content, at }) =>
      version === null || content === null || at === null ? [] : [{ version, content, at }],
    )
  },
})
