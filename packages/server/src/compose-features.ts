import { composeLive } from './compose-live.ts'
import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createAccountMails } from './features/accounts/account-mails.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createAccountsStore } from './features/accounts/accounts.store.ts'
import { createAddressChange } from './features/accounts/address-change.service.ts'
import { createAddressChangeStore } from './features/accounts/address-change.store.ts'
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
import { magicLinkRoutes } from './features/auth/magic-links.routes.ts'
import { createMagicLinks } from './features/auth/magic-links.service.ts'
import { createMagicLinksStore } from './features/auth/magic-links.store.ts'
import { createPasswordChange } from './features/auth/password-change.service.ts'
import { passwordObjection } from './features/auth/password-rules.ts'
import { createPasswordTags } from './features/auth/password-tags.ts'
import { createSecurityMails } from './features/auth/security-mails.ts'
import { createSessions } from './features/auth/sessions.service.ts'
import { canvasRoutes } from './features/canvas/canvas.routes.ts'
import { createCanvases } from './features/canvas/canvas.service.ts'
import { createCanvasStore } from './features/canvas/canvas.store.ts'
import { announceInvalidated } from './features/canvas/canvas-invalidation.ts'
import { createCanvasSessions } from './features/canvas/canvas-sessions.service.ts'
import { createDealTokens } from './features/canvas/deal-tokens.service.ts'
import { cmsRoutes } from './features/cms/cms.routes.ts'
import { createCms } from './features/cms/cms.service.ts'
import { createCmsStore } from './features/cms/cms.store.ts'
import { createRegistry } from './features/cms/registry.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { createComments } from './features/comments/comments.service.ts'
import { createCommentsStore } from './features/comments/comments.store.ts'
import { createErasureStore } from './features/comments/erasure.store.ts'
import { createReadMentions } from './features/comments/mentions.ts'
import { createPlaceComment } from './features/comments/place-comment.ts'
import { reactionRoutes } from './features/comments/reactions.routes.ts'
import { createReactions } from './features/comments/reactions.service.ts'
import { createReactionsStore } from './features/comments/reactions.store.ts'
import { replyRoutes } from './features/comments/replies.routes.ts'
import { createReplies } from './features/comments/replies.service.ts'
import { createRepliesStore } from './features/comments/replies.store.ts'
import { createResolution } from './features/comments/resolution.service.ts'
import { suggestionRoutes } from './features/comments/suggestions.routes.ts'
import { createSuggestions } from './features/comments/suggestions.service.ts'
import { createDealEntrance } from './features/deals/deal-entrance.service.ts'
import { createDealEntranceStore } from './features/deals/deal-entrance.store.ts'
import { dealMemberRoutes } from './features/deals/deal-members.routes.ts'
import { createDealMembers } from './features/deals/deal-members.service.ts'
import { createDealMembersStore } from './features/deals/deal-members.store.ts'
import { createDealRecords } from './features/deals/deal-records.service.ts'
import { createDealRecordsStore } from './features/deals/deal-records.store.ts'
import { createDealTeams } from './features/deals/deal-teams.service.ts'
import { createDealTeamsStore } from './features/deals/deal-teams.store.ts'
import { dealRoutes } from './features/deals/deals.routes.ts'
import { createDeals } from './features/deals/deals.service.ts'
import { createDealsStore } from './features/deals/deals.store.ts'
import { plantDemo } from './features/demo/demo.ts'
import { createPlantDeal } from './features/demo/plant-deal.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { createFeedback } from './features/feedback/feedback.service.ts'
import { createFeedbackStore } from './features/feedback/feedback.store.ts'
import { inviteCodeRoutes } from './features/invite-codes/invite-codes.routes.ts'
import { createInviteCodes } from './features/invite-codes/invite-codes.service.ts'
import { createInviteCodesStore } from './features/invite-codes/invite-codes.store.ts'
import { auditRoutes } from './features/journal/audit.routes.ts'
import { createAudit } from './features/journal/audit.service.ts'
import { createDealChanges } from './features/journal/deal-changes.service.ts'
import { createJournalStore } from './features/journal/journal.store.ts'
import { createSigner } from './features/journal/signer.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { metricRoutes } from './features/metrics/metrics.routes.ts'
import { createMetrics } from './features/metrics/metrics.service.ts'
import { createMetricsStore } from './features/metrics/metrics.store.ts'
import { createMentionMails } from './features/notifications/mention-mails.ts'
import { createNotificationStream } from './features/notifications/notification-stream.ts'
import { createNotificationWatch } from './features/notifications/notification-watch.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { createNotifications } from './features/notifications/notifications.service.ts'
import { createNotificationsStore } from './features/notifications/notifications.store.ts'
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
import { superadminOrgRoutes } from './features/orgs/superadmin-orgs.routes.ts'
import { createSuperadminOrgs } from './features/orgs/superadmin-orgs.service.ts'
import { teamRoutes } from './features/orgs/teams.routes.ts'
import { createTeams } from './features/orgs/teams.service.ts'
import { createTeamsStore } from './features/orgs/teams.store.ts'
import { purgeRoutes } from './features/purge/purge.routes.ts'
import { createPurge } from './features/purge/purge.service.ts'
import { createPurgeStore } from './features/purge/purge.store.ts'
import { registrationRoutes } from './features/registration/registration.routes.ts'
import { createRegistrations } from './features/registration/registration.service.ts'
import { sectionRoutes } from './features/sections/sections.routes.ts'
import { createSections } from './features/sections/sections.service.ts'
import { createSectionsStore } from './features/sections/sections.store.ts'
import { sinceRoutes } from './features/since/since.routes.ts'
import { createSince } from './features/since/since.service.ts'
import { createSinceStore } from './features/since/since.store.ts'
import type { Route } from './http/handler.ts'
import { days, later } from './platform/clock.ts'
import { createGivenFences } from './platform/key-value/fences.ts'
import { createPasswords } from './platform/passwords.ts'

/** Puts the features together, each on the services of the others. */
export const composeFeatures = async (config: Config, platform: Platform) => {
  const { database, bus, limits, state, mail, jwtSecrets, journalKey, now, onTrouble } = platform

  const deals = createDeals({ store: createDealsStore(database) })
  const journalStore = createJournalStore(database)
  const signer = createSigner(journalKey)
  const notificationsStore = createNotificationsStore(database)
  const notifications = createNotifications({
    store: notificationsStore,
    database,
    bus,
    mails: createMentionMails({ mail, publicUrl: config.publicUrl, onTrouble }),
    now,
  })
  const notificationStream = createNotificationStream({
    store: notificationsStore,
    watch: await createNotificationWatch({ store: notificationsStore, bus, onTrouble }),
  })
  const changes = createDealChanges({
    store: journalStore,
    database,
    signer,
    deliver: notifications.deliver,
    bus,
    now,
  })
  const feedback = createFeedback({ store: createFeedbackStore(database), changes })
  const audit = createAudit({ store: journalStore, changes, signer })
  const sections = createSections({
    store: createSectionsStore(database),
    changes,
    wasGiven: createGivenFences({ database }),
  })
  const since = createSince({ store: createSinceStore(database), now })
  const metrics = createMetrics({ store: createMetricsStore(database), changes, sections })
  const commentsStore = createCommentsStore(database)
  const erasure = createErasureStore(database)
  const readMentions = createReadMentions({ deals })
  const comments = createComments({
    store: commentsStore,
    erasure,
    changes,
    placeComment: createPlaceComment({ sections }),
    readMentions,
    limits,
  })
  const resolution = createResolution({ store: commentsStore, changes, sections })
  const replies = createReplies({
    store: createRepliesStore(database),
    comments: commentsStore,
    erasure,
    changes,
    readMentions,
  })
  const reactions = createReactions({ store: createReactionsStore(database), comments: commentsStore, changes })
  const suggestions = createSuggestions({ store: commentsStore, changes, sections })
  const adminLog = createAdminLog({ store: createAdminLogStore(database), now })
  const purge = createPurge({
    store: createPurgeStore(database),
    database,
    keyValue: state,
    deals,
    adminLog,
    tell: (dealIds) => announceInvalidated(bus, dealIds).catch(onTrouble),
    now,
  })
  const orgsStore = createOrgsStore(database)
  const orgs = createOrgs({ store: orgsStore, database, limits, adminLog, now })
  const superadminOrgs = createSuperadminOrgs({ store: orgsStore, database, orgs, adminLog, now })
  const teams = createTeams({ store: createTeamsStore(database), orgs, adminLog, now })
  const members = createMembers({ store: createMembersStore(database), database, orgs, teams, adminLog, now })
  const invitations = createInvitations({
    store: createInvitationsStore(database),
    database,
    orgs,
    members,
    teams,
    mails: createInvitationMails({ mail, publicUrl: config.publicUrl, onTrouble }),
    adminLog,
    now,
  })
  const dealEntrance = createDealEntrance({ store: createDealEntranceStore(database), deals, changes, now })
  const recordsStore = createDealRecordsStore(database)
  const records = createDealRecords({
    store: recordsStore,
    database,
    changes,
    entrance: dealEntrance,
    orgs,
    state,
    adminLog,
    now,
  })
  const dealMembers = createDealMembers({
    store: createDealMembersStore(database),
    orgs: recordsStore,
    entrance: dealEntrance,
  })
  const dealTeams = createDealTeams({ store: createDealTeamsStore(database), entrance: dealEntrance })
  const canvasSessions = createCanvasSessions({ state, now })
  const canvases = createCanvases({
    store: createCanvasStore(database),
    sessions: canvasSessions,
    records,
    entrance: dealEntrance,
    database,
    bus,
  })
  const accountsStore = createAccountsStore(database)
  const accounts = createAccounts({ store: accountsStore, database, orgs, deals, now })
  const cms = createCms({
    registry: createRegistry(config.publicUrl),
    store: createCmsStore(database),
    database,
    adminLog,
    now,
  })
  const passwords = await createPasswords()
  const tags = createPasswordTags(jwtSecrets)
  const tokens = createAccessTokens({ secrets: jwtSecrets, now })
  const authStore = createAuthStore(database)
  const sessions = createSessions({ store: authStore, database, bus, now })
  const mails = createSecurityMails({ mail, publicUrl: config.publicUrl, onTrouble })
  const auth = createAuth({
    store: authStore,
    database,
    passwords,
    tags,
    tokens,
    sessions,
    limits,
    mails,
    deals,
    allowsDemo: config.demo,
    now,
  })
  const live = await composeLive(platform, {
    identify: auth.identify,
    entrance: dealEntrance,
    sessions: canvasSessions,
  })
  const dealTokens = createDealTokens({ auth, deals, entrance: dealEntrance, changes, limits, adminLog })
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

  const accountMails = createAccountMails({ mail, publicUrl: config.publicUrl, onTrouble })
  const emailLinks = createEmailLinks({
    store: createEmailLinksStore(database),
    addresses: createAddressChangeStore(database),
    accounts: accountsStore,
    database,
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
  const inviteCodes = createInviteCodes({ store: createInviteCodesStore(database), database, adminLog, now })
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

  const plantDeal = createPlantDeal({
    records,
    members: dealMembers,
    changes,
    sections,
    metrics,
    comments,
    replies,
    reactions,
    resolution,
    suggestions,
    feedback,
    audit,
    notifications,
  })

  const routes: Route[] = [
    ...authRoutes({ auth, sessions, changePassword }),
    ...magicLinkRoutes({ magicLinks }),
    ...accountRoutes({ accounts }),
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
    ...purgeRoutes({ purge }),
    ...sectionRoutes({ sections }),
    ...metricRoutes({ metrics }),
    ...sinceRoutes({ since }),
    ...dealRoutes({ records }),
    ...dealMemberRoutes({ members: dealMembers, teams: dealTeams }),
    ...canvasRoutes({ canvases, tokens: dealTokens }),
    ...auditRoutes({ audit }),
    ...notificationRoutes({ notifications, stream: notificationStream }),
    ...feedbackRoutes({ feedback }),
    ...liveRoutes({ live }),
    ...commentRoutes({ comments, resolution }),
    ...replyRoutes({ replies }),
    ...reactionRoutes({ reactions }),
    ...suggestionRoutes({ suggestions }),
  ]
  return {
    routes,
    auth,
    accounts,
    orgs,
    deals,
    dealEntrance,
    changes,
    passwords,
    plantDemo: (wanted: { withDeals: boolean }) =>
      plantDemo({ database, accounts, orgs, passwords, plantDeal }, wanted),
    close: live.close,
    endedAmong: (ids: string[]) => authStore.endedAmong(ids, now()),
    tasks: {
      sessions: () => authStore.sweep(later(now(), -days(7))),
      emailCodes: () => emailLinks.sweep(),
      magicLinks: () => magicLinks.sweep(),
      purges: () => purge.sweep(),
      invitations: () => invitations.sweep(),
      superadminGrants: () => dealEntrance.sweep(),
    },
  }
}
