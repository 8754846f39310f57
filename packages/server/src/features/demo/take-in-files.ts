import type { Actor } from '../../actor.ts'
import type { DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { Evidence } from '../evidence/evidence.service.ts'
import { type StageWork, stages } from '../intake/build-stages.ts'
import { shippedFiles } from './shipped-files.ts'

interface Deps {
  documents: Pick<Documents, 'store'>
  evidence: Pick<Evidence, 'openNamespace'>
  changes: Pick<DealChanges, 'change'>
  work: StageWork
}

/** Makes shipped files into the numbers and the evidence of a deal, by the stages of every intake but the last: people wrote the memo. */
export const createTakeInFiles =
  ({ documents, evidence, changes, work }: Deps) =>
  async (actor: Actor, dealId: string, fileNames: readonly string[]): Promise<void> => {
    const { signal } = new AbortController()
    await evidence.openNamespace(dealId)
    await documents.store(actor, dealId, shippedFiles(fileNames), { isDeal: async () => true })
    for (const stage of stages.filter((one) => one !== 'memo')) {
      const commit = await work[stage]({ dealId, actor, signal })
      await changes.change(actor, dealId, 'editor', commit)
    }
  }
