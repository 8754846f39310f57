import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts, AddressChange } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Sessions } from '../auth/index.ts'
import { passwordObjection } from '../auth/index.ts'
import type { Members, Orgs, SuperadminOrgEntries, Teams } from '../orgs/index.ts'
import { createUserChanges } from './user-change.service.ts'
import { createUserCreation } from './user-creation.service.ts'
import { createUserDirectory } from './user-directory.service.ts'
import { createUserPatches } from './user-patch.service.ts'
import { userRoutes } from './users.routes.ts'
import { createUsersStore } from './users.store.ts'

interface Needs {
  accounts: Accounts
  addressChange: AddressChange
  adminLog: AdminLog
  members: Members
  orgs: Orgs
  sessions: Sessions
  superadminEntries: SuperadminOrgEntries
  teams: Teams
}

/** Lets superadmins find, create, change and suspend users. */
export const createAdminFeature = (config: Config, platform: Platform, needs: Needs) => {
  const { database, limits, passwords, now } = platform
  const { accounts, addressChange, adminLog, members, orgs, sessions, superadminEntries, teams } = needs
  const store = createUsersStore(database)
  const directory = createUserDirectory({ store, ticks: () => performance.now() })
  const { forgetTotals } = directory
  const creation = createUserCreation({
    store,
    database,
    accounts,
    passwords,
    passwordObjection,
    orgs,
    members,
    teams,
    superadminEntries,
    adminLog,
    forgetTotals,
  })
  const changes = createUserChanges({
    store,
    database,
    sessions,
    members,
    addresses: addressChange,
    adminLog,
    forgetTotals,
    countsDemo: config.demo,
    now,
  })
  const patches = createUserPatches({
    store,
    database,
    accounts,
    addresses: addressChange,
    members,
    limits,
    adminLog,
  })
  return { routes: userRoutes({ directory, creation, changes, patches }) }
}
