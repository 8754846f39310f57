import type { Database } from '../../../platform/database/database.ts'
import type { DocumentAnchor } from '../../../platform/database/tables/comments.ts'
import type { CommentRow } from '../threads/thread.ts'

/** A new version of a document whose comments this node moves until the lease ends; then another node can take it. */
export interface Following {
  dealId: string
  documentId: string
  formerId: string
  cellsOnly: boolean
  dueAt: Date
  afterTime: Date | null
  afterId: string | null
  anchored: number
  moved: number
  orphaned: number
}

/** An open comment on the former version. */
export interface FormerComment {
  id: string
  createdAt: Date
  documentAnchor: DocumentAnchor
  anchorStatus: CommentRow['anchorStatus']
}

/** Where a comment is from now on. */
export interface MovedComment {
  id: string
  documentId: string
  documentAnchor: DocumentAnchor
  status: 'anchored' | 'moved' | 'orphaned'
}

const columns = `document_id AS "documentId", former_id AS "formerId", deal_id AS "dealId", cells_only AS "cellsOnly",
  due_at AS "dueAt", after_time AS "afterTime", after_id AS "afterId", anchored, moved, orphaned`

const fromTheStart = `demanded_at = excluded.demanded_at, due_at = excluded.due_at, after_time = NULL, after_id = NULL,
  anchored = 0, moved = 0, orphaned = 0`

/** Whether a document has comments, or will have those of its own former versions. */
const hasComments = (id: string): string => `(
  EXISTS (SELECT FROM comments c WHERE c.deal_id = $1 AND c.document_id = ${id} AND c.deleted_at IS NULL)
  OR EXISTS (SELECT FROM comment_followings f WHERE f.document_id = ${id}))`

const sameName = (a: string, b: string): string => `${a}.deal_id = ${b}.deal_id AND ${a}.sha256 <> ${b}.sha256
  AND lower(${a}.file_name) = lower(${b}.file_name) AND lower(coalesce(${a}.path, '')) = lower(coalesce(${b}.path, ''))`

const isBefore = (a: string, b: string): string => `(${a}.created_at, ${a}.id) < (${b}.created_at, ${b}.id)`

export type FollowingsStore = ReturnType<typeof createFollowingsStore>

/** Which comments are to be found again in a new version of their document. */
export const createFollowingsStore = (database: Database) => ({
  /** A document is a new version of the earlier ones with its name, unless a newer one is indexed already. */
  demandByName: async (dealId: string, documentId: string, at: Date): Promise<void> => {
    await database.query({
      name: 'followings_demand_by_name',
      text: `INSERT INTO comment_followings
          (document_id, former_id, deal_id, cells_only, demanded_at, due_at, anchored, moved, orphaned)
        SELECT n.id, d.id, n.deal_id, false, $3::timestamptz, $3::timestamptz, 0, 0, 0
        FROM documents n JOIN documents d ON ${sameName('d', 'n')} AND ${isBefore('d', 'n')}
        WHERE n.deal_id = $1 AND n.id = $2 AND ${hasComments('d.id')}
          AND NOT EXISTS (
            SELECT FROM documents newer WHERE ${sameName('newer', 'n')} AND ${isBefore('n', 'newer')} AND newer.state = 'indexed')
        ON CONFLICT (document_id, former_id) DO UPDATE SET cells_only = false, ${fromTheStart}`,
      values: [dealId, documentId, at],
    })
  },

  /** The workbook of the model is a new version of the former one, and of those that this one replaced. */
  demandForModel: async (dealId: string, formerId: string, documentId: string, at: Date): Promise<void> => {
    await database.query({
      name: 'followings_demand_for_model',
      text: `INSERT INTO comment_followings
          (document_id, former_id, deal_id, cells_only, demanded_at, due_at, anchored, moved, orphaned)
        SELECT $3::uuid, former.id, $1, true, $4::timestamptz, $4::timestamptz, 0, 0, 0
        FROM (
          SELECT $2::uuid AS id UNION
          SELECT former_id FROM comment_followings WHERE document_id = $2 AND deal_id = $1
        ) former JOIN documents d ON d.id = former.id AND d.deal_id = $1
        WHERE former.id <> $3 AND ${hasComments('former.id')}
        ON CONFLICT (document_id, former_id) DO UPDATE SET ${fromTheStart}`,
      values: [dealId, formerId, documentId, at],
    })
  },

  /** Has the comments on a document follow into its latest version once more. False: it has none. */
  demandAgain: async (dealId: string, formerId: string, at: Date): Promise<boolean> => {
    const { rows } = await database.query({
      name: 'followings_demand_again',
      text: `UPDATE comment_followings SET demanded_at = $3, due_at = $3, after_time = NULL, after_id = NULL,
          anchored = 0, moved = 0, orphaned = 0
        WHERE deal_id = $1 AND former_id = $2 AND document_id = (
          SELECT document_id FROM comment_followings WHERE deal_id = $1 AND former_id = $2
          ORDER BY demanded_at DESC, document_id DESC LIMIT 1)
        RETURNING 1`,
      values: [dealId, formerId, at],
    })
    return rows.length > 0
  },

  /** Leases the next one. Those of a deal come one after another, so that a comment follows through all versions. */
  take: async (now: Date, until: Date): Promise<Following | undefined> => {
    const { rows } = await database.query<Following>({
      name: 'followings_take',
      text: `UPDATE comment_followings SET due_at = $2 WHERE (document_id, former_id) IN (
          SELECT next.document_id, next.former_id FROM comment_followings next
          WHERE next.due_at <= $1 AND NOT EXISTS (
            SELECT FROM comment_followings other WHERE other.deal_id = next.deal_id AND other.due_at IS NOT NULL
              AND (other.demanded_at, other.document_id, other.former_id) < (next.demanded_at, next.document_id, next.former_id))
          ORDER BY next.demanded_at, next.document_id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${columns}`,
      values: [now, until],
    })
    return rows[0]
  },

  /** The next open comments on the former version, oldest first. */
  page: async (following: Following, limit: number): Promise<FormerComment[]> => {
    const { dealId, formerId, cellsOnly, afterTime, afterId } = following
    const { rows } = await database.query<FormerComment>({
      name: 'followings_page',
      text: `SELECT id, created_at AS "createdAt", document_anchor AS "documentAnchor", anchor_status AS "anchorStatus"
        FROM comments
        WHERE deal_id = $1 AND document_id = $2 AND deleted_at IS NULL AND status = 'open'
          AND (NOT $3 OR document_anchor ->> 'kind' = 'cell')
          AND ($4::timestamptz IS NULL OR (created_at, id) > ($4, $5::uuid))
        ORDER BY created_at, id LIMIT $6`,
      values: [dealId, formerId, cellsOnly, afterTime, afterId, limit],
    })
    return rows
  },

  /** Leaves out comments that were resolved, deleted or moved meanwhile. */
  move: async ({ dealId, formerId }: Following, comments: readonly MovedComment[], at: Date): Promise<void> => {
    if (comments.length === 0) return
    await database.query({
      name: 'followings_move',
      text: `UPDATE comments c SET document_id = given.document_id, document_anchor = given.anchor,
          anchor_status = given.status, updated_at = greatest(c.updated_at, $7)
        FROM unnest($3::uuid[], $4::uuid[], $5::jsonb[], $6::text[]) AS given (id, document_id, anchor, status)
        WHERE c.deal_id = $1 AND c.id = given.id AND c.document_id = $2 AND c.status = 'open' AND c.deleted_at IS NULL`,
      values: [
        dealId,
        formerId,
        comments.map(({ id }) => id),
        comments.map(({ documentId }) => documentId),
        comments.map(({ documentAnchor }) => JSON.stringify(documentAnchor)),
        comments.map(({ status }) => status),
        at,
      ],
    })
  },

  /** Stores how far the work is. Undefined: it was demanded again, or another node has taken it. */
  advance: async (following: Following, until: Date | null, now: Following): Promise<Following | undefined> => {
    const { rows } = await database.query<Following>({
      name: 'followings_advance',
      text: `UPDATE comment_followings
        SET due_at = $5, after_time = $6, after_id = $7, anchored = $8, moved = $9, orphaned = $10
        WHERE deal_id = $1 AND document_id = $2 AND former_id = $3 AND due_at = $4
        RETURNING ${columns}`,
      values: [
        following.dealId,
        following.documentId,
        following.formerId,
        following.dueAt,
        until,
        now.afterTime,
        now.afterId,
        now.anchored,
        now.moved,
        now.orphaned,
      ],
    })
    return rows[0]
  },

  /** Detaches the comments on a document that is removed. */
  detach: async (dealId: string, documentId: string, at: Date): Promise<void> => {
    await database.query({
      name: 'followings_detach',
      text: `UPDATE comments SET anchor_status = 'orphaned', updated_at = greatest(updated_at, $3)
        WHERE deal_id = $1 AND document_id = $2 AND deleted_at IS NULL AND anchor_status <> 'orphaned'`,
      values: [dealId, documentId, at],
    })
  },
})
