import { type ErrorCode, errorCodes } from '@deal-canvas/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { Reply, Thread } from '../threads/thread.ts'

/**
 * Users for whom an answer about the comment may be stored: those who can see the deal, and those who took part in the
 * thread.
 */
const readers = `
  SELECT user_id FROM deal_members WHERE deal_id = $1
  UNION SELECT m.user_id FROM deal_teams t JOIN team_members m ON m.team_id = t.team_id WHERE t.deal_id = $1
  UNION SELECT m.user_id FROM deals d JOIN org_members m ON m.org_id = d.org_id WHERE d.id = $1
  UNION SELECT user_id FROM superadmin_grants WHERE deal_id = $1
  UNION SELECT unnest($4::uuid[])`

/**
 * Replaces stored answers that contain erased text with a 404. They are not deleted: a repeated request would be
 * treated as a first call and write the text again.
 */
const forgetAnswers = `
  UPDATE idempotency_keys SET status = $6, answer = $7
  WHERE user_id IN (${readers}) AND path LIKE 'POST /api/canvas/{deal\\_id}/comments%' AND expires_at > $3
    AND strpos(answer, $5::text) > 0`

const goneAnswer = (code: ErrorCode): [status: number, answer: string] => {
  const [status, detail] = errorCodes[code]
  return [status, JSON.stringify({ detail, code })]
}

export type ErasureStore = ReturnType<typeof createErasureStore>

/** Erases texts of users wherever they are stored. */
export const createErasureStore = (database: Database) => ({
  eraseComment: async ({ dealId, id }: Thread, people: readonly string[], at: Date): Promise<void> => {
    await database.query({
      name: 'comment_erase',
      text: `WITH replies AS (DELETE FROM comment_replies WHERE comment_id = $2),
        reactions AS (DELETE FROM comment_reactions WHERE comment_id = $2),
        revisions AS (DELETE FROM comment_revisions WHERE comment_id = $2),
        quoted AS (UPDATE notifications SET snippet = '' WHERE deal_id = $1 AND comment_id = $2),
        answers AS (${forgetAnswers})
        UPDATE comments SET deleted_at = $3, updated_at = $3, content = '', metric_key = NULL, document_id = NULL,
          document_anchor = NULL, anchor_text = NULL, anchor_prefix = NULL,
          anchor_suffix = NULL, anchor_position = NULL, anchor_status = 'none', suggestion = NULL, mentioned = '{}',
          reply_count = 0
        WHERE deal_id = $1 AND id = $2`,
      values: [dealId, id, at, people, id, ...goneAnswer('comment_not_found')],
    })
  },

  eraseReply: async (
    { dealId, id }: Thread,
    reply: Reply,
    { people, quoted, at }: { people: readonly string[]; quoted: string; at: Date },
  ): Promise<void> => {
    await database.query({
      name: 'reply_erase',
      text: `WITH removed AS (DELETE FROM comment_replies WHERE comment_id = $2 AND id = $5::text::uuid),
        quoted AS (
          UPDATE notifications SET snippet = ''
          WHERE deal_id = $1 AND comment_id = $2 AND actor_id = $8 AND snippet = $9 AND type IN ('reply', 'mention')
        ),
        answers AS (${forgetAnswers})
        UPDATE comments SET reply_count = reply_count - 1, updated_at = $3 WHERE deal_id = $1 AND id = $2`,
      values: [dealId, id, at, people, reply.id, ...goneAnswer('reply_not_found'), reply.authorId, quoted],
    })
  },
})
