import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { BeginTrail, DealChanges } from '../audit-trail/index.ts'
import type { DealErasure } from '../erasure/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { KnownScores } from '../quality/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { createDealAccess } from './access.service.ts'
import { createDealAccessStore } from './access.store.ts'
import { dealRoutes } from './deals.routes.ts'
import { createDeals } from './deals.service.ts'
import { createDealsStore } from './deals.store.ts'
import { createDealEntrance, type DealEntrance } from './entrance/entrance.service.ts'
import { createDealEntranceStore } from './entrance/entrance.store.ts'
import { createSuperadminDealEntries } from './entrance/superadmin-entries.ts'
import { dealMemberRoutes } from './members/members.routes.ts'
import { createDealMembers } from './members/members.service.ts'
import { createDealMembersStore } from './members/members.store.ts'
import { createDealTeams } from './teams/teams.service.ts'
import { createDealTeamsStore } from './teams/teams.store.ts'

export type { DealAccess } from './access.service.ts'
export type { Deals, SeenDeal } from './deals.service.ts'
export type { DealEntrance, Entered } from './entrance/entrance.service.ts'
export type { SuperadminDealEntries } from './entrance/superadmin-entries.ts'
export type { DealMembers } from './members/members.service.ts'
export { presentDeal } from './present-deal.ts'

/** Resolves the roles of users on deals. */
export const createDealAccessFeature = ({ database }: Platform) =>
  createDealAccess({ store: createDealAccessStore(database) })

interface EntranceNeeds {
  access: ReturnType<typeof createDealAccessFeature>
  noteSuperadmin: Parameters<typeof createDealEntrance>[0]['note']
}

/** Admits users to a deal by role, and records superadmins in its audit trail. */
export const createDealEntranceFeature = ({ database, now }: Platform, { access, noteSuperadmin }: EntranceNeeds) => {
  const entrance = createDealEntrance({
    store: createDealEntranceStore(database),
    deals: access,
    note: noteSuperadmin,
    now,
  })
  return { entrance, tasks: { superadminGrants: () => entrance.sweep() } }
}

interface Needs {
  adminLog: AdminLog
  beginTrail: BeginTrail
  changes: DealChanges
  entrance: DealEntrance
  erasure: DealErasure
  knownScores: KnownScores
  orgs: Orgs
  quotas: Quotas
  waitingCounts: Parameters<typeof createDeals>[0]['waitingCounts']
}

/** Deals with their members and team grants. */
export const createDealsFeature = ({ database, now }: Platform, needs: Needs) => {
  const { changes } = needs
  const store = createDealsStore(database)
  const deals = createDeals({ store, database, now, ...needs })
  const members = createDealMembers({ store: createDealMembersStore(database), orgs: store, changes })
  const teams = createDealTeams({ store: createDealTeamsStore(database), changes })
  return {
    deals,
    members,
    superadminEntries: createSuperadminDealEntries({ database, changes, now }),
    routes: [...dealRoutes({ records: deals }), ...dealMemberRoutes({ members, teams })],
  }
}
