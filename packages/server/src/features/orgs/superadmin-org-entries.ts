import type { OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { Orgs } from './orgs.service.ts'

interface Deps {
  database: Database
  orgs: Pick<Orgs, 'isBySuperadmin'>
  adminLog: Pick<AdminLog, 'record'>
  /** In the transaction in which it is called. */
  tellOwners(actor: Actor, orgId: string, at: Date): Promise<void>
  now: Clock
}

const everyMs = minutes(60)

export type SuperadminOrgEntries = ReturnType<typeof createSuperadminOrgEntries>

/**
 * A superadmin who enters an organization by that power, to read or to change it, is written into the admin log once an
 * hour, and its owners are told. Deals of the organization hear of it only when they are opened.
 */
export const createSuperadminOrgEntries = ({ database, orgs, adminLog, tellOwners, now }: Deps) => ({
  /** For something that takes this role in the organization. */
  note: async (actor: Actor, orgId: string, needed: OrgRole): Promise<void> => {
    if (!isId(orgId) || !(await orgs.isBySuperadmin(actor, orgId, needed))) return
    await database.transaction(async () => {
      const at = now()
      const { rowCount } = await database.query({
        name: 'superadmin_org_take',
        text: `INSERT INTO superadmin_org_entries (org_id, user_id, at) VALUES ($1, $2, $3)
          ON CONFLICT (org_id, user_id) DO UPDATE SET at = excluded.at WHERE superadmin_org_entries.at <= $4`,
        values: [orgId, actor.userId, at, later(at, -everyMs)],
      })
      if (rowCount !== 1) return
      await adminLog.record(actor, { action: 'org.superadmin_entered', target: { type: 'org', id: orgId }, orgId })
      await tellOwners(actor, orgId, at)
    })
  },
})
