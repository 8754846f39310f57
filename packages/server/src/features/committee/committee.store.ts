import type { VoteChoice } from '@deal-canvas/contract'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealCommittee, dealVotes } from '../../platform/database/tables/committee.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import { presentedScenario, type State, stateColumns } from './voted-state.ts'

export type DealDetails = Pick<
  typeof deals.$inferSelect,
  'stage' | 'icDate' | 'leadId' | 'city' | 'dealType' | 'detailsVersion'
>

/** Everything that the committee of a deal depends on, besides its people. */
export interface DealToDecide extends DealDetails, State {
  status: 'open' | 'finalized'
  /** Null: the deal has no organization. */
  settings: Record<string, unknown> | null
  scenarioName: string | null
}

export interface VoteRow extends State {
  id: string
  choice: VoteChoice
  note: string | null
  salt: string
  noteSalt: string
  castAt: Date
  revealedAt: Date | null
}

/** A person on the committee, or one who voted and has left it. */
export interface PersonRow {
  userId: string
  displayName: string
  emailVerified: boolean
  avatarUrl: string | null
  /** Whether they are on the committee and can see the deal. */
  counts: boolean
  /** The newest; null: they have not voted. */
  vote: VoteRow | null
}

/** More people than a committee has: those who left after they had voted are shown too. */
const maxPeople = 200

type NewVote = Omit<typeof dealVotes.$inferInsert, 'isLatest'>

export type CommitteeStore = ReturnType<typeof createCommitteeStore>

export const createCommitteeStore = (database: Database) => {
  const { db } = database
  const isOn = (dealId: string, userId: string) =>
    and(eq(dealCommittee.dealId, dealId), eq(dealCommittee.userId, userId))

  return {
    deal: async (dealId: string): Promise<DealToDecide | undefined> => {
      const { rows } = await database.query<DealToDecide>({
        name: 'committee_deal',
        text: `SELECT d.status, d.stage, d.ic_date AS "icDate", d.lead_id AS "leadId", d.city, d.deal_type AS "dealType",
            d.details_version AS "detailsVersion", o.settings, presented.name AS "scenarioName", ${stateColumns('d.id')}
          FROM deals d LEFT JOIN orgs o ON o.id = d.org_id LEFT JOIN (${presentedScenario('$1')}) presented ON true
          WHERE d.id = $1`,
        values: [dealId],
      })
      return rows[0]
    },

    /** Members in the order of joining, then people who voted and have left. */
    people: async (dealId: string): Promise<PersonRow[]> => {
      const { rows } = await database.query<Omit<PersonRow, 'vote'> & { vote: StoredVote | null }>({
        name: 'committee_people',
        text: `SELECT u.id AS "userId", u.display_name AS "displayName", u.email_verified AS "emailVerified",
            u.avatar_url AS "avatarUrl",
            c.user_id IS NOT NULL AND u.status = 'active' AND ${visibleDeal('u.id', '$1')} AS counts,
            CASE WHEN v.id IS NOT NULL THEN json_build_object('id', v.id, 'choice', v.choice, 'note', v.note,
              'salt', v.salt, 'noteSalt', v.note_salt, 'memoVersion', v.memo_version, 'modelVersion', v.model_version,
              'scenarioId', v.scenario_id, 'scenarioVersion', v.scenario_version,
              'castAt', v.cast_at, 'revealedAt', v.revealed_at) END AS vote
          FROM (
            SELECT user_id FROM deal_committee WHERE deal_id = $1
            UNION SELECT user_id FROM deal_votes WHERE deal_id = $1 AND is_latest
          ) p JOIN users u ON u.id = p.user_id
            LEFT JOIN deal_committee c ON c.deal_id = $1 AND c.user_id = p.user_id
            LEFT JOIN deal_votes v ON v.deal_id = $1 AND v.user_id = p.user_id AND v.is_latest
          ORDER BY c.added_at NULLS LAST, u.id LIMIT ${maxPeople}`,
        values: [dealId],
      })
      return rows.map(({ vote, ...person }) => ({
        ...person,
        vote: vote && {
          ...vote,
          castAt: new Date(vote.castAt),
          revealedAt: vote.revealedAt === null ? null : new Date(vote.revealedAt),
        },
      }))
    },

    canSee: async (dealId: string, userId: string): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'committee_can_see',
        text: `SELECT FROM users u WHERE u.id = $2 AND u.status = 'active' AND ${visibleDeal('u.id', '$1')}`,
        values: [dealId, userId],
      })
      return rows.length > 0
    },

    saveDetails: async (dealId: string, details: DealDetails): Promise<void> => {
      await db.update(deals).set(details).where(eq(deals.id, dealId))
    },

    isMember: async (dealId: string, userId: string): Promise<boolean> =>
      (await db.select({ userId: dealCommittee.userId }).from(dealCommittee).where(isOn(dealId, userId))).length > 0,

    size: async (dealId: string): Promise<number> =>
      (await db.select({ size: count() }).from(dealCommittee).where(eq(dealCommittee.dealId, dealId)))[0]?.size ?? 0,

    add: async (row: typeof dealCommittee.$inferInsert): Promise<void> => {
      await db.insert(dealCommittee).values(row)
    },

    remove: async (dealId: string, userId: string): Promise<void> => {
      await db.delete(dealCommittee).where(isOn(dealId, userId))
    },

    /** Replaces the newest vote of the person, which stays as a former one. */
    cast: async (vote: NewVote): Promise<void> => {
      const { dealId, userId } = vote
      await db
        .update(dealVotes)
        .set({ isLatest: false })
        .where(and(eq(dealVotes.dealId, dealId), eq(dealVotes.userId, userId), eq(dealVotes.isLatest, true)))
      await db.insert(dealVotes).values({ ...vote, isLatest: true })
    },

    /** The newest votes that a signed event says the same person has cast. */
    signedVotes: async (dealId: string): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'signed_votes',
        text: `SELECT v.id FROM deal_votes v JOIN journal j ON j.deal_id = v.deal_id AND j.type = 'vote.cast'
            AND j.data::jsonb ->> 'vote_id' = v.id::text AND j.actor_id = v.user_id
          WHERE v.deal_id = $1 AND v.is_latest`,
        values: [dealId],
      })
      return new Set(rows.map(({ id }) => id))
    },

    reveal: async (dealId: string, ids: readonly string[], at: Date): Promise<void> => {
      await db
        .update(dealVotes)
        .set({ revealedAt: at })
        .where(and(eq(dealVotes.dealId, dealId), inArray(dealVotes.id, [...ids])))
    },
  }
}

type StoredVote = Omit<VoteRow, 'castAt' | 'revealedAt'> & { castAt: string; revealedAt: string | null }
