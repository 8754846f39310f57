import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createAudit } from './features/journal/audit.service.ts'
import { createBaselines } from './features/journal/baseline.ts'
import type { BeginTrail } from './features/journal/begin-trail.ts'
import type { DealChanges } from './features/journal/deal-changes.service.ts'
import type { DealDigests } from './features/journal/deal-digests.ts'
import { createDecisionMails } from './features/journal/decision-mails.ts'
import { createEraseEvents } from './features/journal/erase-events.ts'
import { createReadFinalization } from './features/journal/finalization.ts'
import { createHeadLog } from './features/journal/head-log.ts'
import type { JournalStore } from './features/journal/journal.store.ts'
import { createPostHeads } from './features/journal/post-heads.ts'
import type { Signer } from './features/journal/signer.ts'
import type { Upgrade } from './features/journal/upgrade-statement.ts'
import { createVerifyTrail } from './features/journal/verify-trail.ts'

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
