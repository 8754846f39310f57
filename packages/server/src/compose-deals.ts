import { composeAudit } from './compose-audit.ts'
import { composeIntake } from './compose-intake.ts'
import { composeLive } from './compose-live.ts'
import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import type { AdminLog } from './features/admin-log/admin-log.service.ts'
import { auditRoutes } from './features/audit-trail/audit-trail.routes.ts'
import { createJournalStore } from './features/audit-trail/audit-trail.store.ts'
import { createDealChanges } from './features/audit-trail/deal-changes.service.ts'
import { createUpgradeStore } from './features/audit-trail/upgrade/upgrade.store.ts'
import { openUpgrade } from './features/audit-trail/upgrade/upgrade-statement.ts'
import { createBeginTrail } from './features/audit-trail/verification/begin-trail.ts'
import { createDealDigests } from './features/audit-trail/verification/deal-digests.ts'
import { createSigner } from './features/audit-trail/verification/signer.ts'
import type { Auth } from './features/auth/auth.service.ts'
import { canvasRoutes } from './features/canvas/canvas.routes.ts'
import { createCanvases } from './features/canvas/canvas.service.ts'
import { createCanvasStore } from './features/canvas/canvas.store.ts'
import { announceInvalidated } from './features/canvas/canvas-invalidation.ts'
import { createCanvasSessions } from './features/canvas/canvas-sessions.service.ts'
import { createDealTokens } from './features/canvas/deal-tokens.service.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { createComments } from './features/comments/comments.service.ts'
import { createCommentsStore } from './features/comments/comments.store.ts'
import { createErasureStore } from './features/comments/erasure/erasure.store.ts'
import { createReadMentions } from './features/comments/mentions.ts'
import { createPlaceComment } from './features/comments/place-comment.ts'
import { reactionRoutes } from './features/comments/reactions/reactions.routes.ts'
import { createReactions } from './features/comments/reactions/reactions.service.ts'
import { createReactionsStore } from './features/comments/reactions/reactions.store.ts'
import { replyRoutes } from './features/comments/replies/replies.routes.ts'
import { createReplies } from './features/comments/replies/replies.service.ts'
import { createRepliesStore } from './features/comments/replies/replies.store.ts'
import { createResolution } from './features/comments/resolution.service.ts'
import { suggestionRoutes } from './features/comments/suggestions/suggestions.routes.ts'
import { createSuggestions } from './features/comments/suggestions/suggestions.service.ts'
import type { DealAccess } from './features/deals/access.service.ts'
import { dealRoutes } from './features/deals/deals.routes.ts'
import { createDeals } from './features/deals/deals.service.ts'
import { createDealsStore } from './features/deals/deals.store.ts'
import { createDealEntrance } from './features/deals/entrance/entrance.service.ts'
import { createDealEntranceStore } from './features/deals/entrance/entrance.store.ts'
import { createSuperadminDealEntries } from './features/deals/entrance/superadmin-entries.ts'
import { dealMemberRoutes } from './features/deals/members/members.routes.ts'
import { createDealMembers } from './features/deals/members/members.service.ts'
import { createDealMembersStore } from './features/deals/members/members.store.ts'
import { createDealTeams } from './features/deals/teams/teams.service.ts'
import { createDealTeamsStore } from './features/deals/teams/teams.store.ts'
import type { DemoClock } from './features/demo/demo-clock.ts'
import { createPlantDeal } from './features/demo/plant-deal.ts'
import { createDealBlobs } from './features/documents/deal-blobs.service.ts'
import { createDealBlobsStore } from './features/documents/deal-blobs.store.ts'
import { createDealErasure } from './features/erasure/deal-erasure.service.ts'
import { createDealErasureStore } from './features/erasure/deal-erasure.store.ts'
import { createErasuresStore } from './features/erasure/erasures.store.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { createFeedback } from './features/feedback/feedback.service.ts'
import { createFeedbackStore } from './features/feedback/feedback.store.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { createFollowAnchors } from './features/memo/anchors/follow-anchors.ts'
import { createReanchoringThread } from './features/memo/anchors/reanchoring-thread.ts'
import { sectionRoutes } from './features/memo/sections/sections.routes.ts'
import { createSections } from './features/memo/sections/sections.service.ts'
import { createSectionsStore } from './features/memo/sections/sections.store.ts'
import { metricRoutes } from './features/metrics/metrics.routes.ts'
import { createMetrics } from './features/metrics/metrics.service.ts'
import { createMetricsStore } from './features/metrics/metrics.store.ts'
import { createNotificationStream } from './features/notifications/notification-stream.ts'
import { createNotificationWatch } from './features/notifications/notification-watch.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import type { Notifications } from './features/notifications/notifications.service.ts'
import type { NotificationsStore } from './features/notifications/notifications.store.ts'
import type { Orgs } from './features/orgs/orgs.service.ts'
import { purgeRoutes } from './features/purge/purge.routes.ts'
import { createPurge } from './features/purge/purge.service.ts'
import { createPurgeStore } from './features/purge/purge.store.ts'
import { createKnownScores } from './features/quality/known-scores.ts'
import { quotaRoutes } from './features/quotas/quotas.routes.ts'
import { createQuotas } from './features/quotas/quotas.service.ts'
import { createQuotasStore } from './features/quotas/quotas.store.ts'
import { sinceRoutes } from './features/since/since.routes.ts'
import { createSince } from './features/since/since.service.ts'
import { createSinceStore } from './features/since/since.store.ts'
import type { Route } from './http/handler.ts'
import { createGivenFences } from './platform/key-value/fences.ts'

interface Needs {
  deals: DealAccess
  adminLog: AdminLog
  orgs: Orgs
  auth: Auth
  notifications: Notifications
  notificationsStore: NotificationsStore
  clock: DemoClock
}

/** Puts together what is about deals: the canvas, its journal, comments, notifications, the live channel, and how deals come in. */
export const composeDeals = async (config: Config, platform: Platform, needs: Needs) => {
  const { deals, adminLog, orgs, auth, notifications, notificationsStore, clock } = needs
  const { database, bus, blobs, limits, state, mail, journalKey, now, onError } = platform
  const journalStore = createJournalStore(database)
  const signer = createSigner(journalKey)
  const upgrade = await openUpgrade({ store: createUpgradeStore(database), signer, onError, now })
  const beginTrail = createBeginTrail({ store: journalStore, signer })
  const notificationStream = createNotificationStream({
    store: notificationsStore,
    watch: await createNotificationWatch({ store: notificationsStore, bus, onError }),
  })
  const digests = createDealDigests(database)
  const dealEntrance = createDealEntrance({
    store: createDealEntranceStore(database),
    deals,
    note: (actor, dealId, entered) => superadminEntries.note(actor, dealId, entered),
    now,
  })
  const changes = createDealChanges({
    store: journalStore,
    database,
    signer,
    roleOn: dealEntrance.roleOn,
    isSuperadmin: dealEntrance.isSuperadmin,
    digestNumbers: digests.numbers,
    mayTakeOver: (at) => upgrade.covers('empty', at),
    takeOver: (dealId) => proof.takeOver(dealId),
    deliver: notifications.deliver,
    bus,
    now,
  })
  const feedback = createFeedback({ store: createFeedbackStore(database), changes })
  const { audit, ...proof } = composeAudit(config, platform, {
    store: journalStore,
    signer,
    changes,
    digests,
    upgrade,
    beginTrail,
  })
  const quotas = createQuotas({ store: createQuotasStore(database), limits: config.quotas })
  const sectionsStore = createSectionsStore(database)
  const reanchoring = createReanchoringThread({ onError })
  const sections = createSections({
    store: sectionsStore,
    changes,
    anchors: createFollowAnchors({ store: sectionsStore, thread: reanchoring }),
    quotas,
    wasGiven: createGivenFences({ database }),
  })
  const since = createSince({ store: createSinceStore(database), now })
  const metrics = createMetrics({ store: createMetricsStore(database), changes, sections })
  const commentsStore = createCommentsStore(database)
  const erasure = createErasureStore(database)
  const readMentions = createReadMentions({ deals })
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
  const purge = createPurge({
    store: createPurgeStore(database),
    database,
    keyValue: state,
    deals,
    adminLog,
    tell: (dealIds) => announceInvalidated(bus, dealIds).catch(onError),
    now,
  })
  const superadminEntries = createSuperadminDealEntries({ database, changes, now })
  const dealBlobs = createDealBlobs({ store: createDealBlobsStore(database), database, blobs, now })
  const dealErasure = createDealErasure({
    store: createDealErasureStore(database),
    erasures: createErasuresStore(database),
    database,
    blobs: dealBlobs,
    state,
    mail,
    now,
  })
  const recordsStore = createDealsStore(database)
  const records = createDeals({
    store: recordsStore,
    database,
    changes,
    beginTrail,
    entrance: dealEntrance,
    orgs,
    erasure: dealErasure,
    adminLog,
    knownScores: createKnownScores({ state, onError }),
    quotas,
    now,
  })
  const intake = await composeIntake(config, platform, {
    entrance: dealEntrance,
    changes,
    records,
    quotas,
    orgs,
    metrics,
    sections,
    dealBlobs,
    adminLog,
  })
  const comments = createComments({
    quotas,
    store: commentsStore,
    erasure,
    changes,
    placeComment: createPlaceComment({ sections }),
    readMentions,
    crops: intake.crops,
    limits,
  })
  const dealMembers = createDealMembers({
    store: createDealMembersStore(database),
    orgs: recordsStore,
    changes,
  })
  const dealTeams = createDealTeams({ store: createDealTeamsStore(database), changes })
  const canvasSessions = createCanvasSessions({ state, now })
  const canvases = createCanvases({
    store: createCanvasStore(database),
    sessions: canvasSessions,
    records,
    changes,
    database,
    bus,
    onOpened: intake.warmModel,
  })
  const live = await composeLive(platform, {
    identify: auth.identify,
    entrance: dealEntrance,
    sessions: canvasSessions,
  })
  const dealTokens = createDealTokens({
    auth,
    deals,
    entrance: dealEntrance,
    superadminEntries,
    changes,
    limits,
    adminLog,
  })
  const plantDeal = createPlantDeal({
    records,
    members: dealMembers,
    changes,
    takeInFiles: intake.takeInFiles,
    readings: intake.readings,
    customMetrics: intake.customMetrics,
    evidence: intake.evidence,
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
    clock,
  })

  const routes: Route[] = [
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
    ...intake.routes,
    ...commentRoutes({ comments, resolution }),
    ...replyRoutes({ replies, comments }),
    ...reactionRoutes({ reactions }),
    ...quotaRoutes({ quotas }),
    ...suggestionRoutes({ suggestions, comments, sections }),
  ]
  return {
    routes,
    enterDeal: dealEntrance.enter,
    changes,
    /** What the erasure of a person does with their deals. */
    records: { purgeNow: records.purgeNow },
    dealMembers: { handOver: dealMembers.handOver },
    dealErasure,
    proof,
    plantDeal,
    plantIntake: intake.plantIntake,
    /** What goes on by itself, once everything is there. */
    begin: (): void => {
      intake.begin()
      proof.begin()
    },
    prepare: intake.prepare,
    close: async (): Promise<void> => {
      await live.close()
      await intake.close()
      await reanchoring.close()
      await proof.close()
    },
    tasks: {
      ...intake.tasks,
      ...proof.tasks,
      purges: () => purge.sweep(),
      superadminGrants: () => dealEntrance.sweep(),
    },
  }
}
