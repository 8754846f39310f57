import type { OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from './orgs.service.ts'

interface Deps {
  database: Database
  orgs: Pick<Orgs, 'isBySuperadmin'>
  adminLog: Pick<AdminLog, 'record'>
  /** Runs in the transaction of the caller. */
  tellOwners(actor: Actor, orgId: string, at: Date): Promise<void>
  now: Clock
}

const everyMs = minutes(60)

export type SuperadminOrgEntries = ReturnType<typeof createSuperadminOrgEntries>

/**
 * When a superadmin enters an organization by that power, to read or to change it, records it in the admin log at most
 * once an hour and notifies the owners. Its deals record an entry only when they are opened.
 */
export const createSuperadminOrgEntries = ({ database, orgs, adminLog, tellOwners, now }: Deps) => ({
  /** `needed` is the role that the operation requires. */
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
