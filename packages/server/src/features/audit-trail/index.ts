import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealEntrance } from '../deals/index.ts'
import type { Notifications } from '../notifications/index.ts'
import { auditRoutes } from './audit-trail.routes.ts'
import { createAudit, type Deciding } from './audit-trail.service.ts'
import { createAuditTrailStore } from './audit-trail.store.ts'
import { createDealChanges } from './deal-changes.service.ts'
import { createDecisionMails } from './decision/decision-mails.ts'
import { createReadFinalization } from './decision/finalization.ts'
import { createEraseEvents } from './erase-events.ts'
import { createHeadLog } from './heads/head-log.ts'
import { createPostHeads } from './heads/post-heads.ts'
import { createUpgradeStore } from './upgrade/upgrade.store.ts'
import { openUpgrade } from './upgrade/upgrade-statement.ts'
import { createBaselines } from './verification/baseline.ts'
import { createBeginTrail } from './verification/begin-trail.ts'
import { createDealDigests } from './verification/deal-digests.ts'
import { createSigner } from './verification/signer.ts'
import { createTakeOverTrail } from './verification/take-over-trail.ts'
import { createReadTrailKeys, fingerprintOf } from './verification/trail-keys.ts'
import { createVerifyTrail } from './verification/verify-trail.ts'

export type { Audit, Deciding, PreparedDecision, WantedDecision } from './audit-trail.service.ts'
export type { ChangingDeal, DealChanges, Notice, ServiceChange } from './deal-changes.service.ts'
export { dealChangedTopic } from './deal-changes.service.ts'
export type { EraseEvents } from './erase-events.ts'
export { peopleIn, withOwnPeople } from './own-people.ts'
export type { BeginTrail } from './verification/begin-trail.ts'
export { noHash } from './verification/chain.ts'
export { digestJson, digestRationale as digestText, digestSection, newSalt } from './verification/digests.ts'
export { createVerifier } from './verification/signer.ts'
export type { TakeOverTrail } from './verification/take-over-trail.ts'
export { fingerprintOf } from './verification/trail-keys.ts'
export type { VerifyTrail } from './verification/verify-trail.ts'

/** What bundles are signed with: the key of the audit trail. */
export interface BundleKey {
  sign(hash: string): string
  publicKey: string
  fingerprint: string
}

interface Needs {
  entrance: DealEntrance
  notifications: Pick<Notifications, 'deliver'>
  recordVersion: Parameters<typeof createDealChanges>[0]['recordVersion']
  askAgain: Parameters<typeof createDealChanges>[0]['askAgain']
  writeHeadlines: Parameters<typeof createDealChanges>[0]['writeHeadlines']
  deciding: Deciding
}

/** The signed audit trail. Every change of a deal is written through it, and it proves how a decision was made. */
export const createAuditTrailFeature = async (config: Config, platform: Platform, needs: Needs) => {
  const { entrance, notifications, recordVersion, askAgain, writeHeadlines, deciding } = needs
  const { database, bus, personalMails, auditTrailKey, log, onError, now } = platform
  const store = createAuditTrailStore(database)
  const signer = createSigner(auditTrailKey)
  const upgrade = await openUpgrade({ store: createUpgradeStore(database), signer, onError, now })
  const beginTrail = createBeginTrail({ store, signer })
  const digests = createDealDigests(database)
  const changes = createDealChanges({
    store,
    database,
    signer,
    roleOn: entrance.roleOn,
    isSuperadmin: entrance.isSuperadmin,
    digestNumbers: digests.numbers,
    canTakeOver: (at) => upgrade.covers('empty', at),
    takeOver: (dealId) => baselines.takeOver(dealId),
    deliver: notifications.deliver,
    recordVersion,
    writeHeadlines,
    askAgain,
    bus,
    now,
  })
  const baselines = createBaselines({ store, changes, digests, beginTrail, upgrade, log, onError, now })
  const posting = config.auditHeadUrl === undefined ? undefined : createPostHeads({ url: config.auditHeadUrl, onError })
  const headLog = createHeadLog({ database, log, ...(posting === undefined ? {} : { post: posting.post }) })
  const readKeys = createReadTrailKeys({ store, signer, upgrade })
  const readFinalization = createReadFinalization({ store, readKeys })
  const verifyTrail = createVerifyTrail({
    store,
    database,
    digests,
    readFinalization,
    signer,
    readKeys,
    upgrade,
    deciding,
    now,
  })
  const audit = createAudit({
    store,
    changes,
    signer,
    digests,
    readFinalization,
    readKeys,
    verifyTrail,
    headLog,
    deciding,
    decisionMails: createDecisionMails({ mails: personalMails, publicUrl: config.publicUrl }),
  })
  return {
    audit,
    changes,
    beginTrail,
    verifyTrail,
    takeOverTrail: createTakeOverTrail({ store, signer }),
    /** What bundles are signed with. */
    bundleKey: { sign: signer.sign, publicKey: signer.publicKey, fingerprint: fingerprintOf(signer.publicKey) ?? '' },
    /** The only permitted way to erase event data. */
    eraseEvents: createEraseEvents({ store }),
    writeBaselines: baselines.run,
    routes: auditRoutes({ audit }),
    begin: (): void => void baselines.run(),
    tasks: { auditBaselines: () => baselines.run(), auditHeads: () => headLog.run() },
    close: async (): Promise<void> => {
      await baselines.close()
      await headLog.run()
      await posting?.close()
    },
  }
}
