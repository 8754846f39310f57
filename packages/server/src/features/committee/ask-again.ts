import type { Database } from '../../platform/database/database.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import { stateOf } from './voted-state.ts'

/** Who has to act again because of a change. */
export interface AskedAgain {
  voters: string[]
  signers: string[]
}

export type AskAgain = (dealId: string, at: Date) => Promise<AskedAgain>

/** Whether a vote or signature is about something else than the deal shows now. */
const isOutdated = (row: string): string =>
  `(${row}.memo_version, ${row}.model_version, ${row}.scenario_id, ${row}.scenario_version)
    IS DISTINCT FROM (now."memoVersion", now."modelVersion", now."scenarioId", now."scenarioVersion")`

/**
 * Returns the members of a committee whose vote, and the people whose signature no longer counts because the deal has
 * changed, each once per vote and signature. Runs at the end of a change of the deal, after its version of the memo was
 * written.
 */
export const createAskAgain =
  (database: Pick<Database, 'query'>): AskAgain =>
  async (dealId, at) => {
    const { rows } = await database.query<{ userId: string; signs: boolean }>({
      name: 'votes_ask_again',
      text: `WITH now AS (${stateOf('$1::text')}), votes AS (
          UPDATE deal_votes v SET asked_again = true FROM now
          WHERE v.deal_id = $1 AND v.is_latest AND NOT v.asked_again AND ${isOutdated('v')}
            AND EXISTS (SELECT FROM deal_committee c WHERE c.deal_id = $1 AND c.user_id = v.user_id)
            AND ${visibleDeal('v.user_id', '$1')}
          RETURNING v.user_id
        ), signatures AS (
          UPDATE deal_sign_offs s SET asked_again_at = $2 FROM now
          WHERE s.deal_id = $1 AND s.signed_at IS NOT NULL AND s.asked_again_at IS NULL AND ${isOutdated('s')}
            AND ${visibleDeal('s.assignee_id', '$1')}
          RETURNING s.assignee_id
        )
        SELECT user_id AS "userId", false AS signs FROM votes
        UNION ALL SELECT assignee_id, true FROM signatures`,
      values: [dealId, at],
    })
    return {
      voters: rows.flatMap(({ userId, signs }) => (signs ? [] : [userId])),
      signers: rows.flatMap(({ userId, signs }) => (signs ? [userId] : [])),
    }
  }
