import { maxSignOffs } from '@deal-canvas/contract'
import { and, count, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealSignOffs } from '../../platform/database/tables/committee.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import type { State } from './voted-state.ts'

type Stored = typeof dealSignOffs.$inferSelect

export interface SignatureRow extends State {
  signedAt: Date
  note: string | null
  salt: string
}

export type StoredSignOff = Pick<
  Stored,
  'id' | 'subject' | 'label' | 'assigneeId' | 'dueOn' | 'version' | 'createdAt' | 'updatedAt'
>

export interface SignOffRow extends StoredSignOff {
  /** The newest; null: none. */
  signature: SignatureRow | null
  assigneeName: string
  assigneeEmailVerified: boolean
  assigneeAvatarUrl: string | null
  /** Whether the person who is asked can see the deal. */
  isOnDeal: boolean
  createdByName: string | null
}

export type NewSignOff = typeof dealSignOffs.$inferInsert

/** The columns of a sign-off that nobody has signed. */
export const unsigned = {
  signedAt: null,
  memoVersion: null,
  modelVersion: null,
  scenarioId: null,
  scenarioVersion: null,
  salt: null,
  note: null,
  askedAgainAt: null,
} as const

type Timed = Omit<SignOffRow, 'signature'> & {
  signature: (Omit<SignatureRow, 'signedAt'> & { signedAt: string }) | null
}

export type SignOffsStore = ReturnType<typeof createSignOffsStore>

export const createSignOffsStore = (database: Database) => {
  const { db } = database
  const isOne = (dealId: string, id: string) => and(eq(dealSignOffs.dealId, dealId), eq(dealSignOffs.id, id))

  return {
    /** In the order in which they were asked for. */
    all: async (dealId: string): Promise<SignOffRow[]> => {
      const { rows } = await database.query<Timed>({
        name: 'sign_offs_all',
        text: `SELECT s.id, s.subject, s.label, s.assignee_id AS "assigneeId", s.due_on AS "dueOn", s.version,
            s.created_at AS "createdAt", s.updated_at AS "updatedAt",
            u.display_name AS "assigneeName", u.email_verified AS "assigneeEmailVerified",
            u.avatar_url AS "assigneeAvatarUrl", u.status = 'active' AND ${visibleDeal('u.id', '$1')} AS "isOnDeal",
            author.display_name AS "createdByName",
            CASE WHEN s.signed_at IS NOT NULL THEN json_build_object('signedAt', s.signed_at, 'note', s.note,
              'salt', s.salt, 'memoVersion', s.memo_version, 'modelVersion', s.model_version,
              'scenarioId', s.scenario_id, 'scenarioVersion', s.scenario_version) END AS signature
          FROM deal_sign_offs s JOIN users u ON u.id = s.assignee_id LEFT JOIN users author ON author.id = s.created_by
          WHERE s.deal_id = $1 ORDER BY s.created_at, s.id LIMIT ${maxSignOffs}`,
        values: [dealId],
      })
      return rows.map(({ signature, ...row }) => ({
        ...row,
        signature: signature && { ...signature, signedAt: new Date(signature.signedAt) },
      }))
    },

    size: async (dealId: string): Promise<number> =>
      (await db.select({ size: count() }).from(dealSignOffs).where(eq(dealSignOffs.dealId, dealId)))[0]?.size ?? 0,

    add: async (row: NewSignOff): Promise<void> => {
      await db.insert(dealSignOffs).values(row)
    },

    save: async (dealId: string, id: string, change: Partial<NewSignOff>): Promise<void> => {
      await db.update(dealSignOffs).set(change).where(isOne(dealId, id))
    },

    remove: async (dealId: string, id: string): Promise<void> => {
      await db.delete(dealSignOffs).where(isOne(dealId, id))
    },

    /** The sign-offs that a signed event says the person who is asked has signed. */
    provenSignatures: async (dealId: string): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'sign_offs_proven',
        text: `SELECT s.id FROM deal_sign_offs s JOIN journal j ON j.deal_id = s.deal_id AND j.type = 'sign_off.signed'
            AND j.data::jsonb ->> 'sign_off_id' = s.id::text AND j.actor_id = s.assignee_id
          WHERE s.deal_id = $1 AND s.signed_at IS NOT NULL`,
        values: [dealId],
      })
      return new Set(rows.map(({ id }) => id))
    },
  }
}
