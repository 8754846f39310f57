import type { Database } from '../../../platform/database/database.ts'
import type { DocumentAnchor } from '../../../platform/database/tables/comments.ts'

/** A comment or a reply with everything that an export says about it. */
export interface ExportedEntry {
  threadId: string
  isReply: boolean
  authorName: string
  content: string
  createdAt: Date
  type: string
  status: string
  sectionKey: string | null
  metricKey: string | null
  documentId: string | null
  documentAnchor: DocumentAnchor | null
  anchorText: string | null
  anchorStatus: string
  resolvedByName: string | null
  resolvedAt: Date | null
}

const anchor = `c.comment_type AS type, c.status, c.section_key AS "sectionKey", c.metric_key AS "metricKey",
  c.document_id AS "documentId", c.document_anchor AS "documentAnchor", c.anchor_text AS "anchorText",
  c.anchor_status AS "anchorStatus", r.display_name AS "resolvedByName", c.resolved_at AS "resolvedAt"`

/** The comments of a deal with all replies, oldest thread first, at most a number of entries. */
export const readExportedComments = async (
  database: Pick<Database, 'query'>,
  dealId: string,
  limit: number,
): Promise<ExportedEntry[]> => {
  const { rows } = await database.query<ExportedEntry>({
    name: 'exports_comments',
    text: `SELECT * FROM (
        SELECT c.created_at AS "threadAt", c.id AS "threadId", false AS "isReply", u.display_name AS "authorName",
          c.content, c.created_at AS "createdAt", c.id AS "entryId", ${anchor}
        FROM comments c JOIN users u ON u.id = c.author_id LEFT JOIN users r ON r.id = c.resolved_by
        WHERE c.deal_id = $1 AND c.deleted_at IS NULL
        UNION ALL
        SELECT c.created_at, c.id, true, u.display_name, p.content, p.created_at, p.id, ${anchor}
        FROM comment_replies p JOIN comments c ON c.id = p.comment_id
          JOIN users u ON u.id = p.author_id LEFT JOIN users r ON r.id = c.resolved_by
        WHERE c.deal_id = $1 AND c.deleted_at IS NULL
      ) entries
      ORDER BY "threadAt", "threadId", "isReply", "createdAt", "entryId" LIMIT $2`,
    values: [dealId, limit],
  })
  return rows
}
