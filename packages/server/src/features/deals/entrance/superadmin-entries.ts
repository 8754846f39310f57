import type { Actor } from '../../../actor.ts'
import { type Clock, later, minutes } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ChangingDeal, DealChanges } from '../../audit-trail/index.ts'
import type { Entered } from './entrance.service.ts'

interface Deps {
  database: Database
  changes: Pick<DealChanges, 'change'>
  now: Clock
}

type Way = 'grant' | 'membership'

const everyMs = minutes(60)
const maxNotified = 100

export type SuperadminDealEntries = ReturnType<typeof createSuperadminDealEntries>

/**
 * Records one event per hour in a deal's audit trail when a superadmin uses that power to read or change the deal, and
 * notifies its owners. Superadmins who also have regular access to the deal are not recorded.
 */
export const createSuperadminDealEntries = ({ database, changes, now }: Deps) => {
  const hasOrdinaryWay = async (userId: string, dealId: string): Promise<boolean> => {
    const { rows } = await database.query<{ has: boolean }>({
      name: 'superadmin_ordinary_way',
      text: `SELECT EXISTS (
          SELECT 1 FROM deal_members m WHERE m.deal_id = $2 AND m.user_id = $1 AND NOT m.by_superadmin
          UNION ALL
          SELECT 1 FROM deals d JOIN org_members o ON o.org_id = d.org_id AND o.user_id = $1 AND NOT o.by_superadmin
            LEFT JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id AND NOT p.by_superadmin
            LEFT JOIN deal_teams t ON t.deal_id = d.id AND t.team_id = p.team_id AND NOT t.by_superadmin
          WHERE d.id = $2 AND (o.role IN ('owner', 'admin') OR t.team_id IS NOT NULL)
        ) AS has`,
      values: [userId, dealId],
    })
    return rows[0]?.has === true
  }

  const lastAt = async (userId: string, dealId: string): Promise<Date | undefined> => {
    const { rows } = await database.query<{ at: Date }>({
      name: 'superadmin_deal_last',
      text: 'SELECT at FROM superadmin_deal_entries WHERE deal_id = $2 AND user_id = $1',
      values: [userId, dealId],
    })
    return rows[0]?.at
  }

  const ownersOf = async (dealId: string): Promise<string[]> => {
    const { rows } = await database.query<{ userId: string }>({
      name: 'superadmin_deal_owners',
      text: `SELECT user_id AS "userId" FROM deal_members WHERE deal_id = $1 AND role = 'owner'
        UNION SELECT o.user_id FROM deals d JOIN org_members o ON o.org_id = d.org_id AND o.role = 'owner' WHERE d.id = $1
        LIMIT ${maxNotified}`,
      values: [dealId],
    })
    return rows.map(({ userId }) => userId)
  }

  /**
   * Call inside a change of the deal: its lock ensures that only one of several concurrent requests records the event.
   */
  const record = async ({ userId }: Actor, deal: ChangingDeal, way: Way): Promise<void> => {
    const { rowCount } = await database.query({
      name: 'superadmin_deal_take',
      text: `INSERT INTO superadmin_deal_entries (deal_id, user_id, at) VALUES ($1, $2, $3)
        ON CONFLICT (deal_id, user_id) DO UPDATE SET at = excluded.at WHERE superadmin_deal_entries.at <= $4`,
      values: [deal.row.id, userId, deal.at, later(deal.at, -everyMs)],
    })
    if (rowCount !== 1) return
    deal.record('superadmin.entered', { user_id: userId, by: way })
    deal.notify({ type: 'superadmin_entered', to: await ownersOf(deal.row.id), snippet: '' })
  }

  return {
    record,

    /** Runs on every request. Records the entry if one is due, then returns the access of the actor. */
    note: async (actor: Actor, dealId: string, entered: Entered): Promise<Entered> => {
      if (!actor.isSuperadmin) return entered
      const byGrant = entered.bySuperadminGrant
      if (!byGrant && (await hasOrdinaryWay(actor.userId, dealId))) return entered
      const last = await lastAt(actor.userId, dealId)
      if (last === undefined || last <= later(now(), -everyMs)) {
        const way: Way = byGrant ? 'grant' : 'membership'
        const as = { ...actor, bySuperadminGrant: true }
        await changes.change(as, dealId, 'superadmin', (deal) => record(as, deal, way), { evenIfDecided: true })
      }
      return { ...entered, bySuperadminGrant: true }
    },
  }
}
