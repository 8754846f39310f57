import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Sessions } from '../auth/index.ts'
import type { Members, Orgs, Teams } from '../orgs/index.ts'
import { createDiscovery } from './discovery.ts'
import { createGroups } from './groups.service.ts'
import { createGroupsStore } from './groups.store.ts'
import { createPeople } from './people.service.ts'
import { createPeopleStore } from './people.store.ts'
import { createPresent } from './present-resources.ts'
import { provisioningRoutes } from './provisioning.routes.ts'
import { createRefusals } from './refusals.service.ts'
import { createRefusalsStore } from './refusals.store.ts'
import { scimRoutes } from './scim.routes.ts'

interface Needs {
  accounts: Accounts
  adminLog: AdminLog
  members: Members
  orgs: Orgs
  sessions: Sessions
  teams: Teams
}

/** People and teams of an organization, managed by its identity provider over SCIM 2.0. */
export const createScimFeature = ({ publicUrl }: Config, { database, now }: Platform, needs: Needs) => {
  const { orgs, adminLog } = needs
  const base = new URL('/api/scim/v2', publicUrl).href
  const peopleStore = createPeopleStore(database)
  const people = createPeople({ store: peopleStore, database, now, ...needs })
  const groups = createGroups({
    store: createGroupsStore(database),
    people: peopleStore,
    orgs,
    teams: needs.teams,
    adminLog,
    now,
  })
  const discovery = createDiscovery(base, new URL('/docs', publicUrl).href)
  const refusalsStore = createRefusalsStore(database)
  const refusals = createRefusals({ store: refusalsStore, now })
  return {
    routes: [
      ...scimRoutes({ people, groups, discovery, present: createPresent(base), refusals }),
      ...provisioningRoutes({ store: refusalsStore, base }),
    ],
  }
}
