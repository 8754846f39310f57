import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createAudit } from './features/audit-trail/audit-trail.service.ts'
import type { JournalStore } from './features/audit-trail/audit-trail.store.ts'
import type { DealChanges } from './features/audit-trail/deal-changes.service.ts'
import { createDecisionMails } from './features/audit-trail/decision/decision-mails.ts'
import { createReadFinalization } from './features/audit-trail/decision/finalization.ts'
import { createEraseEvents } from './features/audit-trail/erase-events.ts'
import { createHeadLog } from './features/audit-trail/heads/head-log.ts'
import { createPostHeads } from './features/audit-trail/heads/post-heads.ts'
import type { Upgrade } from './features/audit-trail/upgrade/upgrade-statement.ts'
import { createBaselines } from './features/audit-trail/verification/baseline.ts'
import type { BeginTrail } from './features/audit-trail/verification/begin-trail.ts'
import type { DealDigests } from './features/audit-trail/verification/deal-digests.ts'
import type { Signer } from './features/audit-trail/verification/signer.ts'
import { createVerifyTrail } from './features/audit-trail/verification/verify-trail.ts'

interface Needs {
  upgrade: Upgrade
  beginTrail: BeginTrail
  store: JournalStore
  signer: Signer
  changes: DealChanges
  digests: DealDigests
}

/** Puts together what proves a decision: verification, baselines of old trails, and the copies of heads outside. */
export const composeAudit = (config: Config, platform: Platform, needs: Needs) => {
  const { store, signer, changes, digests, upgrade, beginTrail } = needs
  const { database, personalMails, log, onError, now } = platform
  const posting = config.auditHeadUrl === undefined ? undefined : createPostHeads({ url: config.auditHeadUrl, onError })
  const headLog = createHeadLog({ database, log, ...(posting === undefined ? {} : { post: posting.post }) })
  const baselines = createBaselines({ store, changes, digests, beginTrail, upgrade, log, onError, now })
  const readFinalization = createReadFinalization({ store, signer })
  const verifyTrail = createVerifyTrail({ store, database, digests, readFinalization, signer, upgrade, now })
  return {
    audit: createAudit({
      store,
      changes,
      signer,
      digests,
      readFinalization,
      verifyTrail,
      headLog,
      decisionMails: createDecisionMails({ mails: personalMails, publicUrl: config.publicUrl }),
    }),
    /** The lawful way to erase what events hold. */
    eraseEvents: createEraseEvents({ store }),
    takeOver: baselines.takeOver,
    beginTrail,
    writeBaselines: baselines.run,
    verifyTrail,
    begin: (): void => void baselines.run(),
    tasks: { auditBaselines: () => baselines.run(), auditHeads: () => headLog.run() },
    close: async (): Promise<void> => {
      await baselines.close()
      await headLog.run()
      await posting?.close()
    },
  }
}
