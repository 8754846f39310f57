import type { Database } from '../../platform/database/database.ts'
import { presentedScenario, stateColumns } from './voted-state.ts'

interface Reader {
  isBlind: boolean
  isOnCommittee: boolean
  hasVoted: boolean
}

/** Whose ratings a person can see: of everybody, of sections they have rated themselves, or only their own. */
export type VisibleRatings = 'all' | 'of_rated_sections' | 'own'

export type BlindRead = ReturnType<typeof createBlindRead>

/** Who can see ratings of others while the first reading is blind. A finalized deal hides nothing. */
export const createBlindRead = (database: Pick<Database, 'query'>) => {
  const reader = async (dealId: string, userId: string): Promise<Reader> => {
    const { rows } = await database.query<Reader>({
      name: 'blind_reader',
      text: `SELECT d.status = 'open' AND coalesce(o.settings -> 'blind_read' = 'true', false) AS "isBlind",
          EXISTS (SELECT FROM deal_committee c WHERE c.deal_id = d.id AND c.user_id = $2) AS "isOnCommittee",
          EXISTS (SELECT FROM deal_votes v,
              (SELECT ${stateColumns('$1::text')} FROM (SELECT) AS one
                LEFT JOIN (${presentedScenario('$1')}) presented ON true) now
            WHERE v.deal_id = d.id AND v.user_id = $2 AND v.is_latest
              AND (v.memo_version, v.model_version, v.scenario_id, v.scenario_version)
                = (now."memoVersion", now."modelVersion", now."scenarioId", now."scenarioVersion")) AS "hasVoted"
        FROM deals d LEFT JOIN orgs o ON o.id = d.org_id WHERE d.id = $1`,
      values: [dealId, userId],
    })
    return rows[0] ?? { isBlind: true, isOnCommittee: false, hasVoted: false }
  }

  const visibleRatings = async (dealId: string, userId: string): Promise<VisibleRatings> => {
    const { isBlind, isOnCommittee, hasVoted } = await reader(dealId, userId)
    if (!isBlind || hasVoted) return 'all'
    // Who cannot vote ends their first reading of a section by rating it.
    return isOnCommittee ? 'own' : 'of_rated_sections'
  }

  return {
    visibleRatings,
    isBlind: async (dealId: string, userId: string): Promise<boolean> => (await reader(dealId, userId)).isBlind,
    seesRatings: async (dealId: string, userId: string): Promise<boolean> =>
      (await visibleRatings(dealId, userId)) === 'all',
  }
}
