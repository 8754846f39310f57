import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Notifications } from '../notifications/index.ts'
import { createInvitationMails } from './invitation-mails.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { createInvitations } from './invitations.service.ts'
import { createInvitationsStore } from './invitations.store.ts'
import { memberRoutes } from './members.routes.ts'
import { createMembers } from './members.service.ts'
import { createMembersStore } from './members.store.ts'
import { orgRoutes } from './orgs.routes.ts'
import { createOrgs } from './orgs.service.ts'
import { createOrgsStore } from './orgs.store.ts'
import { createPresentOrg } from './presenters.ts'
import { createSuperadminOrgEntries } from './superadmin-org-entries.ts'
import { superadminOrgRoutes } from './superadmin-orgs.routes.ts'
import { createSuperadminOrgs } from './superadmin-orgs.service.ts'
import { teamRoutes } from './teams.routes.ts'
import { createTeams } from './teams.service.ts'
import { createTeamsStore } from './teams.store.ts'

export type { Members } from './members.service.ts'
export { type OrgSettings, settingsOf } from './org-settings.ts'
export type { Orgs } from './orgs.service.ts'
export type { SuperadminOrgEntries } from './superadmin-org-entries.ts'
export type { Teams } from './teams.service.ts'
export { createTenants } from './tenants.ts'

interface Needs {
  adminLog: AdminLog
  notifications: Pick<Notifications, 'tellOrgOwners'>
}

/** Organizations with their members, teams and invitations. */
export const createOrgsFeature = ({ publicUrl }: Config, platform: Platform, { adminLog, notifications }: Needs) => {
  const { chat, database, limits, personalMails, now } = platform
  const presentOrg = createPresentOrg(chat?.model)
  const store = createOrgsStore(database)
  const orgs = createOrgs({ store, database, limits, adminLog, now })
  const superadminEntries = createSuperadminOrgEntries({
    database,
    orgs,
    adminLog,
    tellOwners: notifications.tellOrgOwners,
    now,
  })
  const superadminOrgs = createSuperadminOrgs({ store, database, orgs, superadminEntries, adminLog, now })
  const teams = createTeams({ store: createTeamsStore(database), orgs, adminLog, now })
  const members = createMembers({ store: createMembersStore(database), database, orgs, teams, adminLog, now })
  const invitations = createInvitations({
    store: createInvitationsStore(database),
    database,
    orgs,
    members,
    teams,
    mails: createInvitationMails({ mails: personalMails, publicUrl }),
    adminLog,
    now,
  })
  return {
    orgs,
    superadminEntries,
    teams,
    members,
    invitations,
    routes: [
      ...orgRoutes({ orgs, presentOrg }),
      ...memberRoutes({ members }),
      ...teamRoutes({ teams }),
      ...invitationRoutes({ invitations, presentOrg }),
      ...superadminOrgRoutes({ superadminOrgs }),
    ],
    tasks: { invitations: () => invitations.sweep() },
  }
}
