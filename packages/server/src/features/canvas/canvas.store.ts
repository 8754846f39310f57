import { type DealRole, maxSections } from '@deal-canvas/contract'
import { maxAnswerBytes } from '../../answer-size.ts'
import type { Database } from '../../platform/database/database.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'

export type CanvasStore = ReturnType<typeof createCanvasStore>

/** Times are strings, because they come from JSON. */
export interface SnapshotRow {
  lastSeq: number
  sections: SnapshotSection[]
  metrics: { metric_key: string; label: string; unit: string; value: number | null }[]
  /** ISO 4217; null if unknown. */
  currency: string | null
  participants: {
    user_id: string
    display_name: string
    email_verified: boolean
    avatar_url: string | null
    role: DealRole
  }[]
  comments: number
  openComments: number
  openBlockers: number
}

interface SnapshotSection {
  section_key: string
  title: string
  content: string
  version: number
  stale: boolean
  updated_by: string | null
  updated_by_name: string | null
  updated_by_email_verified: boolean | null
  updated_at: string
  /** Whether the content is truncated. */
  content_truncated: boolean
}

const maxMetrics = 1000
const maxParticipants = 200

/** Length of a truncated text, in code points. */
const maxBeginning = 400

/**
 * A long memo is truncated by section, in order. Uses the byte length of a text, which is known without reading the
 * text.
 */
const sections = `SELECT s.section_key, s.title, s.version, s.stale, s.updated_by, u.display_name AS updated_by_name,
    u.email_verified AS updated_by_email_verified, s.updated_at,
    s.is_cut AS content_truncated, CASE WHEN s.is_cut THEN left(s.content, ${maxBeginning}) ELSE s.content END AS content
  FROM (
    SELECT *, content_length > ${maxBeginning}
      AND sum(octet_length(content)) OVER (ORDER BY position, section_key) > ${maxAnswerBytes} AS is_cut
    FROM sections WHERE deal_id = $1 AND removed_at IS NULL
  ) s LEFT JOIN users u ON u.id = s.updated_by
  ORDER BY s.position, s.section_key LIMIT ${maxSections}`

const metrics = `SELECT m.metric_key, m.label, m.unit, m.value FROM deal_metrics m
  WHERE m.deal_id = $1 ORDER BY m.position, m.metric_key LIMIT ${maxMetrics}`

const ranks = "ARRAY['viewer', 'commenter', 'editor', 'owner']"

/** Everyone who can see the deal and act, each with their highest role: verified users first, then by role. */
const participants = `SELECT u.id AS user_id, u.display_name, u.email_verified, u.avatar_url,
    (${ranks})[max(array_position(${ranks}, w.role))] AS role
  FROM (
    SELECT m.user_id, m.role FROM deal_members m WHERE m.deal_id = $1
    UNION ALL
    SELECT p.user_id, t.role
    FROM deal_teams t JOIN deals d ON d.id = t.deal_id JOIN team_members p ON p.team_id = t.team_id AND p.org_id = d.org_id
      JOIN org_members o ON o.org_id = p.org_id AND o.user_id = p.user_id
    WHERE t.deal_id = $1 AND ${roleCounts('o')}
    UNION ALL
    SELECT o.user_id, CASE o.role WHEN 'owner' THEN 'owner' ELSE 'editor' END
    FROM deals d JOIN org_members o ON o.org_id = d.org_id
    WHERE d.id = $1 AND o.role IN ('owner', 'admin') AND ${roleCounts('o')}
  ) w JOIN users u ON u.id = w.user_id
  WHERE u.status = 'active'
  GROUP BY u.id ORDER BY u.email_verified DESC, max(array_position(${ranks}, w.role)) DESC, u.display_name, u.id LIMIT ${maxParticipants}`

const listed = (query: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${query}) x)`

export const createCanvasStore = (database: Database) => ({
  /** One statement, so that the snapshot is consistent: it reflects every event up to its last number. */
  snapshot: async (dealId: string): Promise<SnapshotRow | undefined> => {
    const { rows } = await database.query<Omit<SnapshotRow, 'lastSeq'> & { lastSeq: string }>({
      name: 'canvas_snapshot',
      text: `SELECT h.seq AS "lastSeq", ${listed(sections)} AS sections, ${listed(metrics)} AS metrics,
          (SELECT coalesce(currency, workbook_currency) FROM deal_readings WHERE deal_id = $1) AS currency,
          ${listed(participants)} AS participants, h.comments, h.open_comments AS "openComments",
          h.open_blockers AS "openBlockers"
        FROM journal_heads h WHERE h.deal_id = $1`,
      values: [dealId],
    })
    const [row] = rows
    return row && { ...row, lastSeq: Number(row.lastSeq) }
  },
})
