import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createAccountMails } from './features/accounts/account-mails.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createAccountsStore } from './features/accounts/accounts.store.ts'
import { createAddressChange } from './features/accounts/address-change.service.ts'
import { createAddressChangeStore } from './features/accounts/address-change.store.ts'
import { avatarRoutes } from './features/accounts/avatars.routes.ts'
import { createAvatars } from './features/accounts/avatars.service.ts'
import { createAvatarsStore } from './features/accounts/avatars.store.ts'
import { createEmailCodes } from './features/accounts/email-codes.ts'
import { emailLinkRoutes } from './features/accounts/email-links.routes.ts'
import { createEmailLinks } from './features/accounts/email-links.service.ts'
import { createEmailLinksStore } from './features/accounts/email-links.store.ts'
import { createUserChanges } from './features/admin/user-change.service.ts'
import { createUserCreation } from './features/admin/user-creation.service.ts'
import { createUserDirectory } from './features/admin/user-directory.service.ts'
import { createUserPatches } from './features/admin/user-patch.service.ts'
import { userRoutes } from './features/admin/users.routes.ts'
import { createUsersStore } from './features/admin/users.store.ts'
import { adminLogRoutes } from './features/admin-log/admin-log.routes.ts'
import { createAdminLog } from './features/admin-log/admin-log.service.ts'
import { createAdminLogStore } from './features/admin-log/admin-log.store.ts'
import { createAccessTokens } from './features/auth/access-tokens.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { createAuth } from './features/auth/auth.service.ts'
import { createAuthStore } from './features/auth/auth.store.ts'
import { createDeviceCookies } from './features/auth/device-cookies.ts'
import { magicLinkRoutes } from './features/auth/magic-links.routes.ts'
import { createMagicLinks } from './features/auth/magic-links.service.ts'
import { createMagicLinksStore } from './features/auth/magic-links.store.ts'
import { createPasswordChange } from './features/auth/password-change.service.ts'
import { passwordObjection } from './features/auth/password-rules.ts'
import { createPasswordTags } from './features/auth/password-tags.ts'
import { createSecurityMails } from './features/auth/security-mails.ts'
import { createSessions } from './features/auth/sessions.service.ts'
import { createWaitingRoom } from './features/auth/waiting-room.ts'
import { cmsRoutes } from './features/cms/cms.routes.ts'
import { createCms } from './features/cms/cms.service.ts'
import { createCmsStore } from './features/cms/cms.store.ts'
import { createRegistry } from './features/cms/registry.ts'
import type { DealAccess } from './features/deals/access.service.ts'
import { inviteCodeRoutes } from './features/invite-codes/invite-codes.routes.ts'
import { createInviteCodes } from './features/invite-codes/invite-codes.service.ts'
import { createInviteCodesStore } from './features/invite-codes/invite-codes.store.ts'
import type { Notifications } from './features/notifications/notifications.service.ts'
import { createInvitationMails } from './features/orgs/invitation-mails.ts'
import { invitationRoutes } from './features/orgs/invitations.routes.ts'
import { createInvitations } from './features/orgs/invitations.service.ts'
import { createInvitationsStore } from './features/orgs/invitations.store.ts'
import { memberRoutes } from './features/orgs/members.routes.ts'
import { createMembers } from './features/orgs/members.service.ts'
import { createMembersStore } from './features/orgs/members.store.ts'
import { orgRoutes } from './features/orgs/orgs.routes.ts'
import { createOrgs } from './features/orgs/orgs.service.ts'
import { createOrgsStore } from './features/orgs/orgs.store.ts'
import { createSuperadminOrgEntries } from './features/orgs/superadmin-org-entries.ts'
import { superadminOrgRoutes } from './features/orgs/superadmin-orgs.routes.ts'
import { createSuperadminOrgs } from './features/orgs/superadmin-orgs.service.ts'
import { teamRoutes } from './features/orgs/teams.routes.ts'
import { createTeams } from './features/orgs/teams.service.ts'
import { createTeamsStore } from './features/orgs/teams.store.ts'
import { registrationRoutes } from './features/registration/registration.routes.ts'
import { createRegistrations } from './features/registration/registration.service.ts'
import type { Route } from './http/handler.ts'
import { days, later } from './platform/clock.ts'

interface Needs {
  deals: DealAccess
  notifications: Pick<Notifications, 'tellOrgOwners'>
}

/** Puts together what is about people: accounts, organizations, administration and the site. */
export const composePeople = async (config: Config, platform: Platform, { deals, notifications }: Needs) => {
  const { database, bus, limits, mail, jwtSecrets, passwords, personalMails, now, sleep, onError } = platform
  const adminLog = createAdminLog({ store: createAdminLogStore(database), now })
  const orgsStore = createOrgsStore(database)
  const orgs = createOrgs({ store: orgsStore, database, limits, adminLog, now })
  const superadminEntries = createSuperadminOrgEntries({
    database,
    orgs,
    adminLog,
    tellOwners: notifications.tellOrgOwners,
    now,
  })
  const superadminOrgs = createSuperadminOrgs({ store: orgsStore, database, orgs, superadminEntries, adminLog, now })
  const teams = createTeams({ store: createTeamsStore(database), orgs, adminLog, now })
  const members = createMembers({ store: createMembersStore(database), database, orgs, teams, adminLog, now })
  const invitations = createInvitations({
    store: createInvitationsStore(database),
    database,
    orgs,
    members,
    teams,
    mails: createInvitationMails({ mails: personalMails, publicUrl: config.publicUrl }),
    adminLog,
    now,
  })
  const accountsStore = createAccountsStore(database)
  const avatarsStore = createAvatarsStore(database)
  const accounts = createAccounts({ store: accountsStore, avatars: avatarsStore, database, orgs, deals, now })
  const avatars = createAvatars({ store: avatarsStore, users: accountsStore, accounts, database, now })
  const cms = createCms({
    registry: createRegistry(config.publicUrl),
    store: createCmsStore(database),
    database,
    adminLog,
    now,
  })
  const tags = createPasswordTags(jwtSecrets)
  const tokens = createAccessTokens({ secrets: jwtSecrets, now })
  const authStore = createAuthStore(database)
  const sessions = createSessions({ store: authStore, database, bus, now })
  const mails = createSecurityMails({ mail, publicUrl: config.publicUrl, onError })
  const room = createWaitingRoom({ sleep, maxWaiting: 1000, maxPerNetwork: 5 })
  const auth = createAuth({
    store: authStore,
    database,
    passwords,
    tags,
    tokens,
    sessions,
    limits,
    room,
    devices: createDeviceCookies(jwtSecrets),
    mails,
    deals,
    allowsDemo: config.demo,
    now,
  })
  const changePassword = createPasswordChange({
    store: authStore,
    database,
    passwords,
    tags,
    sessions,
    limits,
    mails,
    now,
  })
  const accountMails = createAccountMails({ mail, publicUrl: config.publicUrl, onError })
  const emailLinks = createEmailLinks({
    store: createEmailLinksStore(database),
    addresses: createAddressChangeStore(database),
    accounts: accountsStore,
    database,
    limits,
    codes: createEmailCodes(jwtSecrets),
    mails: accountMails,
    notices: mails,
    now,
  })
  const magicLinks = createMagicLinks({
    store: createMagicLinksStore(database),
    database,
    auth,
    limits,
    mails: accountMails,
    publicUrl: config.publicUrl,
    now,
  })
  const inviteCodes = createInviteCodes({
    store: createInviteCodesStore(database),
    database,
    superadminEntries,
    adminLog,
    now,
  })
  const registrations = createRegistrations({
    database,
    accounts,
    inviteCodes,
    invitations,
    members,
    emailLinks,
    auth,
    passwords,
    tags,
    limits,
  })
  const addressChange = createAddressChange({
    store: createAddressChangeStore(database),
    database,
    codes: emailLinks,
    mails,
    now,
  })
  const usersStore = createUsersStore(database)
  const directory = createUserDirectory({ store: usersStore, ticks: () => performance.now() })
  const { forgetTotals } = directory
  const users = {
    directory,
    creation: createUserCreation({
      store: usersStore,
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
    }),
    changes: createUserChanges({
      store: usersStore,
      database,
      sessions,
      members,
      addresses: addressChange,
      adminLog,
      forgetTotals,
      countsDemo: config.demo,
      now,
    }),
    patches: createUserPatches({
      store: usersStore,
      database,
      accounts,
      addresses: addressChange,
      members,
      limits,
      adminLog,
    }),
  }

  const routes: Route[] = [
    ...authRoutes({ auth, sessions, changePassword }),
    ...magicLinkRoutes({ magicLinks }),
    ...accountRoutes({ accounts }),
    ...avatarRoutes({ avatars }),
    ...emailLinkRoutes({ emailLinks }),
    ...inviteCodeRoutes({ inviteCodes }),
    ...registrationRoutes({ registrations }),
    ...adminLogRoutes({ adminLog }),
    ...userRoutes(users),
    ...orgRoutes({ orgs }),
    ...memberRoutes({ members }),
    ...teamRoutes({ teams }),
    ...invitationRoutes({ invitations }),
    ...superadminOrgRoutes({ superadminOrgs }),
    ...cmsRoutes({ cms }),
  ]
  return {
    routes,
    adminLog,
    superadminOrgEntries: superadminEntries,
    cms,
    orgs,
    members: { leaveAll: members.leaveAll },
    accounts,
    auth,
    passwords,
    passwordTags: tags,
    /** Lets go of who waits to sign in. */
    stopWaiting: room.close,
    endedAmong: (ids: string[]) => authStore.endedAmong(ids, now()),
    tasks: {
      sessions: () => authStore.sweep(later(now(), -days(7))),
      emailCodes: () => emailLinks.sweep(),
      magicLinks: () => magicLinks.sweep(),
      invitations: () => invitations.sweep(),
    },
  }
}
