import type { Config } from './config.ts'
import { createAccountMails, createAccountsFeature } from './features/accounts/index.ts'
import { createAdminFeature } from './features/admin/index.ts'
import { createAdminLogFeature } from './features/admin-log/index.ts'
import { createAnswersFeature } from './features/answers/index.ts'
import { createAuditTrailFeature, type Deciding } from './features/audit-trail/index.ts'
import { createAuthFeature } from './features/auth/index.ts'
import { createBlocksFeature } from './features/blocks/index.ts'
import { createBundleWriter, createImportsFeature } from './features/bundles/index.ts'
import { createCanvasFeature } from './features/canvas/index.ts'
import { createCmsFeature } from './features/cms/index.ts'
import { createCommentsFeature } from './features/comments/index.ts'
import { createAskAgain, createBlindRead, createCommitteeFeature } from './features/committee/index.ts'
import { createDealAccessFeature, createDealEntranceFeature, createDealsFeature } from './features/deals/index.ts'
import { createDemoFeature, type DemoClock } from './features/demo/index.ts'
import { createDigestsFeature } from './features/digests/index.ts'
import { createDealBlobsFeature, createDocumentsFeature } from './features/documents/index.ts'
import { createReadMaterial } from './features/draft-material/index.ts'
import { createDealErasureFeature, createUserErasureFeature } from './features/erasure/index.ts'
import { createEvidenceFeature } from './features/evidence/index.ts'
import { createExportsFeature } from './features/exports/index.ts'
import { createFactsFeature } from './features/facts/index.ts'
import { createFeedbackFeature } from './features/feedback/index.ts'
import { createHeadlinesFeature, createWriteHeadlines } from './features/headlines/index.ts'
import { createHouseStylesFeature } from './features/house-styles/index.ts'
import { createCropsFeature } from './features/image-crops/index.ts'
import { createIntakeFeature, createPutIntoEvidence } from './features/intake/index.ts'
import { createInviteCodesFeature } from './features/invite-codes/index.ts'
import { createLiveFeature } from './features/live/index.ts'
import { createMemoFeature, createSectionsFeature } from './features/memo/index.ts'
import { createMemoVersionsFeature } from './features/memo-versions/index.ts'
import { createMetricsFeature } from './features/metrics/index.ts'
import { createModelProviderFeature } from './features/model-provider/index.ts'
import { createModelComputingFeature, createModelsFeature } from './features/models/index.ts'
import { createNotificationsFeature } from './features/notifications/index.ts'
import { createOrgsFeature } from './features/orgs/index.ts'
import { createPortfolioFeature } from './features/portfolio/index.ts'
import { createProviderDraftsFeature } from './features/provider-drafts/index.ts'
import { createPurgeFeature } from './features/purge/index.ts'
import { createKeepQuality, createKnownScores, createQualityFeature } from './features/quality/index.ts'
import { createQuotasFeature } from './features/quotas/index.ts'
import { createReadingsFeature, createTemplatesFeature } from './features/readings/index.ts'
import { createRegistrationFeature } from './features/registration/index.ts'
import { createRequestsFeature } from './features/requests/index.ts'
import { createRippleFeature } from './features/ripple/index.ts'
import { createSavedViewsFeature } from './features/saved-views/index.ts'
import { createScenariosFeature } from './features/scenarios/index.ts'
import { createSearchFeature } from './features/search/index.ts'
import { createSectionTemplatesFeature } from './features/section-templates/index.ts'
import { createSinceFeature } from './features/since/index.ts'
import { createThresholdsFeature } from './features/thresholds/index.ts'
import { createUncertaintyFeature } from './features/uncertainty/index.ts'
import { createWaitingFeature } from './features/waiting/index.ts'
import type { Route } from './http/handler.ts'
import type { Platform } from './platform/platform.ts'

interface Feature {
  routes?: Route[]
  /** Maintenance tasks, run at intervals. */
  tasks?: Record<string, () => Promise<unknown>>
  /** Starts background work once every feature is created. */
  begin?(): void
  close?(): Promise<void>
}

/** Creates the features, each with the services of the others that it needs. */
export const composeFeatures = async (config: Config, platform: Platform, clock: DemoClock) => {
  const features: Feature[] = []
  const include = <Included extends Feature>(feature: Included): Included => {
    features.push(feature)
    return feature
  }
  const { mail, state, onError } = platform

  // Users
  const { notifications } = include(await createNotificationsFeature(config, platform))
  const { unsubscribing, deliver: deliverDigests } = include(createDigestsFeature(config, platform))
  const { adminLog } = include(createAdminLogFeature(platform))
  const access = createDealAccessFeature(platform)
  const organizations = include(createOrgsFeature(config, platform, { adminLog, notifications }))
  const { orgs, members } = organizations
  const { houseStyles } = include(createHouseStylesFeature(platform, { adminLog, orgs }))
  const accountMails = createAccountMails({ mail, publicUrl: config.publicUrl, onError })
  const signIn = include(createAuthFeature(config, platform, { accountMails, deals: access }))
  const { auth, passwordTags } = signIn
  const account = include(createAccountsFeature(platform, { accountMails, orgs, deals: access, ...signIn }))
  const { accounts } = account
  const { inviteCodes } = include(createInviteCodesFeature(platform, { adminLog, ...organizations }))
  include(createRegistrationFeature(platform, { auth, tags: passwordTags, inviteCodes, ...account, ...organizations }))
  include(createAdminFeature(config, platform, { adminLog, ...signIn, ...account, ...organizations }))
  const { cms } = include(createCmsFeature(config, platform, { adminLog }))

  // Deals and their audit trail
  const { entrance } = include(
    createDealEntranceFeature(platform, {
      access,
      noteSuperadmin: (...entry) => dealFeature.superadminEntries.note(...entry),
    }),
  )
  const { memoVersions, recordVersion } = include(createMemoVersionsFeature(platform))
  const blindRead = createBlindRead(platform.database)
  const trail = include(
    await createAuditTrailFeature(config, platform, {
      entrance,
      notifications,
      recordVersion,
      askAgain: createAskAgain(platform.database),
      writeHeadlines: createWriteHeadlines(platform.database),
      deciding: {
        prepare: (dealId): ReturnType<Deciding['prepare']> => deciding.prepare(dealId),
        digestVotes: (dealId): ReturnType<Deciding['digestVotes']> => deciding.digestVotes(dealId),
        digestSignOffs: (dealId): ReturnType<Deciding['digestSignOffs']> => deciding.digestSignOffs(dealId),
      },
    }),
  )
  const { audit, changes } = trail
  const { quotas } = include(createQuotasFeature(config, platform))
  const { dealBlobs } = include(createDealBlobsFeature(platform))
  const { waiting } = include(createWaitingFeature(platform))
  const { dealErasure } = createDealErasureFeature(platform, { dealBlobs })
  const dealFeature: ReturnType<typeof createDealsFeature> = include(
    createDealsFeature(platform, {
      adminLog,
      beginTrail: trail.beginTrail,
      changes,
      entrance,
      erasure: dealErasure,
      knownScores: createKnownScores({ state, onError }),
      orgs,
      quotas,
      waitingCounts: waiting.waitingCounts,
    }),
  )
  const { deals, members: dealMembers } = dealFeature
  include(createPurgeFeature(platform, { adminLog, deals: access }))
  include(createSinceFeature(platform, { blindRead }))
  include(createSearchFeature(config, platform))
  include(createHeadlinesFeature(config, platform))
  include(createSavedViewsFeature(platform, { orgs }))

  // The memo and its numbers
  const { sections } = include(createSectionsFeature(platform, { changes, quotas }))
  const { metrics } = include(
    createMetricsFeature(platform, {
      changes,
      sections,
      onChanged: (dealId, at): Promise<void> => facts.demandReconciliation(dealId, at),
    }),
  )
  const { memo } = include(
    createMemoFeature({
      changes,
      metrics,
      sections,
      readMaterial: (...asked): ReturnType<typeof readMaterial> => readMaterial(...asked),
      dealTypeOf: async (dealId): Promise<string | null> => (await models.current(dealId))?.dealType ?? null,
    }),
  )
  const { templates: sectionTemplates } = include(
    createSectionTemplatesFeature(platform, {
      orgs,
      adminLog,
      metrics,
      sections,
      dealTypeOf: async (dealId): Promise<string | null> => (await models.current(dealId))?.dealType ?? null,
    }),
  )
  const { feedback } = include(createFeedbackFeature(platform, { blindRead, changes }))

  // Documents and models
  const { documents } = include(
    createDocumentsFeature(config, platform, {
      changes,
      dealBlobs,
      quotas,
      onAdded: async (_, document) => void (await putIntoEvidence(document)),
      onRemoved: async (dealId, id) => {
        await evidence.forget(dealId, id)
        await commenting.detachFrom(dealId, id)
        await facts.demandReconciliation(dealId, platform.now())
      },
    }),
  )
  const { crops } = include(createCropsFeature(platform, { changes, dealBlobs, documents, quotas }))
  const { evidence } = include(createEvidenceFeature(config, platform, { changes, documents, metrics, sections }))
  const { provider } = include(createModelProviderFeature(config, platform))
  include(createAnswersFeature({ changes, evidence, provider }))
  const putIntoEvidence = createPutIntoEvidence({
    documents,
    evidence,
    readFacts: (dealId, documentId): Promise<void> => facts.readFacts(dealId, documentId),
    followInto: (dealId, documentId): Promise<void> => commenting.followInto(dealId, documentId),
  })
  const { computing, prepare } = include(createModelComputingFeature(platform))
  const templates = createTemplatesFeature(platform, { adminLog, computing, orgs })
  const keepQuality = createKeepQuality({ state, onError })
  const shared = { changes, computing, documents, memo, metrics, sections, templates }
  const modelFeature = include(
    createModelsFeature(platform, {
      keepQuality,
      noticeBreaches: (...numbers): Promise<void> => thresholdFeature.thresholds.noticeBreaches(...numbers),
      // The facts of a document are held against the model, so the model's own workbook states none.
      onTaken: async (dealId, documentId, formerId) => {
        await facts.readFacts(dealId, documentId)
        if (formerId === undefined) return
        await facts.readFacts(dealId, formerId)
        await commenting.followModel(dealId, formerId, documentId)
      },
      ...shared,
    }),
  )
  const { models, customMetrics, warmModel, writeNumbers } = modelFeature
  const { readings } = include(createReadingsFeature(platform, { ...shared, ...modelFeature }))
  const thresholdFeature: ReturnType<typeof createThresholdsFeature> = include(
    createThresholdsFeature(platform, { changes, metrics, models }),
  )
  const { thresholds } = thresholdFeature
  const { quality, settlements: findings } = include(
    createQualityFeature(platform, {
      changes,
      keepQuality,
      models,
      thresholds,
      contradictions: (dealId) => facts.reconciliation.openFindings(dealId),
    }),
  )
  const { deciding, committees, conditions, signOffs }: ReturnType<typeof createCommitteeFeature> = include(
    createCommitteeFeature(platform, { blindRead, changes, findings, thresholds }),
  )
  const { requests } = include(createRequestsFeature(config, platform, { changes, quality }))
  const facts: ReturnType<typeof createFactsFeature> = include(
    createFactsFeature(config, platform, { changes, computing, documents, metrics, models, quality, sections }),
  )
  const scenarioFeature = include(
    createScenariosFeature(platform, { changes, computing, metrics, models, thresholds, writeNumbers }),
  )
  const readMaterial = createReadMaterial({
    computing,
    documents,
    metrics,
    models,
    quality,
    scenarios: scenarioFeature.scenarios,
    statements: facts.statements,
    thresholds,
  })
  const {
    simulate,
    uncertainty,
    settings: uncertaintySettings,
  } = include(
    createUncertaintyFeature(platform, { changes, computing, entrance, models, thresholds, ...scenarioFeature }),
  )
  const { tables } = include(
    createRippleFeature(platform, {
      changes,
      computing,
      entrance,
      metrics,
      models,
      quality,
      sections,
      thresholds,
      uncertainty,
      writeNumbers,
      ...scenarioFeature,
    }),
  )
  const { blocks } = include(
    createBlocksFeature({
      compare: scenarioFeature.compare,
      computing,
      documents,
      findTables: computing.modelTables,
      metrics,
      models,
      presentedId: scenarioFeature.presented.presentedId,
      reconciliation: facts.reconciliation,
      scenarios: scenarioFeature.scenarios,
      sections,
      simulate,
      tables,
      thresholds,
    }),
  )
  const { exports, renderThread } = include(
    createExportsFeature(config, platform, {
      access,
      audit,
      blindRead,
      blocks,
      changes,
      committees,
      computing,
      conditions,
      dealBlobs,
      documents,
      houseStyles,
      memoVersions,
      metrics,
      models,
      pageOfFacts: facts.pageOfFacts,
      quality,
      quotas,
      reconciliation: facts.reconciliation,
      sections,
      signOffs,
      writeBundle: createBundleWriter(platform, trail),
      ...scenarioFeature,
    }),
  )
  include(createPortfolioFeature(platform, { access, changes, renderThread }))
  include(
    createImportsFeature(config, platform, {
      ...trail,
      dealBlobs,
      deals,
      onImported: async (dealId, signal) => {
        for (const document of await documents.all(dealId))
          if (document.state === 'stored') await putIntoEvidence(document, signal)
      },
      quotas,
    }),
  )
  const { intake, work } = include(
    await createIntakeFeature(config, platform, {
      changes,
      dealBlobs,
      deals,
      documents,
      evidence,
      memo,
      models,
      orgs,
      putIntoEvidence,
      quality,
      quotas,
      readings,
      statements: facts.statements,
    }),
  )

  // Collaboration
  const commenting: ReturnType<typeof createCommentsFeature> = include(
    createCommentsFeature(config, platform, { changes, crops, deals: access, documents, evidence, quotas, sections }),
  )
  include(
    createProviderDraftsFeature(config, platform, {
      addDraft: commenting.addDraft,
      changes,
      documents,
      evidence,
      metrics,
      models,
      provider,
      sections,
      statements: facts.statements,
    }),
  )
  const { sessions } = include(
    createCanvasFeature(platform, { access, adminLog, auth, changes, entrance, warmModel, ...dealFeature }),
  )
  include(await createLiveFeature(platform, { auth, entrance, sessions }))
  include(createUserErasureFeature(platform, { adminLog, dealErasure, dealMembers, deals, exports, members }))

  const { plantDemo } = createDemoFeature(platform, clock, {
    accounts,
    audit,
    changes,
    customMetrics,
    documents,
    evidence,
    feedback,
    intake,
    members: dealMembers,
    metrics,
    notifications,
    orgs,
    passwordTags,
    readings,
    records: deals,
    requests,
    scenarios: scenarioFeature.scenarios,
    sections,
    sectionTemplates,
    signOffs,
    thresholds,
    uncertaintySettings,
    work,
    ...commenting,
  })

  return {
    routes: features.flatMap(({ routes = [] }) => routes),
    tasks: Object.assign({}, ...features.map(({ tasks }) => tasks)) as NonNullable<Feature['tasks']>,
    begin: (): void => {
      for (const feature of features) feature.begin?.()
    },
    close: async (): Promise<void> => {
      for (const feature of features.toReversed()) await feature.close?.()
    },
    accounts,
    auth,
    changes,
    cms,
    deals: access,
    deliverDigests,
    endedAmong: signIn.endedAmong,
    enterDeal: entrance.enter,
    orgs,
    passwordTags,
    passwords: platform.passwords,
    plantDemo,
    prepare,
    stopWaiting: signIn.stopWaiting,
    superadminOrgEntries: organizations.superadminEntries,
    trail,
    unsubscribing,
  }
}
