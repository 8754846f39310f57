import type { Actor } from '../../actor.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import { type StageWork, stages } from '../intake/index.ts'
import { shippedFiles } from './shipped-files.ts'

interface Deps {
  documents: Pick<Documents, 'store'>
  evidence: Pick<Evidence, 'openNamespace'>
  changes: Pick<DealChanges, 'change'>
  work: StageWork
}

/**
 * Turns shipped files into the numbers and evidence of a deal with all stages of the regular intake except the last:
 * the demo memos are written by hand.
 */
export const createTakeInFiles =
  ({ documents, evidence, changes, work }: Deps) =>
  async (actor: Actor, dealId: string, fileNames: readonly string[]): Promise<void> => {
    const { signal } = new AbortController()
    await evidence.openNamespace(dealId)
    await documents.store(actor, dealId, shippedFiles(fileNames), { isDeal: async () => true })
    for (const stage of stages.filter((item) => item !== 'memo')) {
      const commit = await work[stage]({ dealId, actor, signal })
      await changes.change(actor, dealId, 'editor', commit)
    }
  }
