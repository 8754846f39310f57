import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealBlobs } from '../documents/index.ts'
import { type DocumentRow, type Documents, DocumentUnreadable, workbookAmong } from '../documents/index.ts'
import type { Statements } from '../facts/index.ts'
import type { Memo } from '../memo/index.ts'
import type { BuiltModel, Models } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import { type Building, nothingToCommit, type StageWork } from './build-stages.ts'
import { createBuiltModels } from './built-models.ts'
import type { createPutIntoEvidence } from './put-into-evidence.ts'

interface Deps {
  documents: Pick<Documents, 'all' | 'digitize'>
  models: Pick<Models, 'build' | 'adopt' | 'current' | 'present'>
  quality: Pick<Quality, 'keep'>
  putIntoEvidence: ReturnType<typeof createPutIntoEvidence>
  memo: Pick<Memo, 'plan' | 'draft'>
  statements: Pick<Statements, 'settle'>
  blobs: Pick<DealBlobs, 'put' | 'open'>
  state: Pick<KeyValue, 'get' | 'set'>
}

/** How long a draft waits for the facts of the documents. */
const maxFactsMs = 45_000

/** Implements the stages of a build. */
export const createStageWork = ({
  documents,
  models,
  quality,
  putIntoEvidence,
  memo,
  statements,
  blobs,
  state,
}: Deps): StageWork => {
  const builtModels = createBuiltModels({ models, blobs, state })

  const readable = async (dealId: string): Promise<DocumentRow[]> =>
    (await documents.all(dealId)).filter((document) => document.state !== 'failed')

  const noteReadiness = async ({ dealId }: Building, documentId: string, step: DocumentRow['state']): Promise<void> => {
    await state.set({ dealId, kind: 'readiness', id: documentId }, { state: step })
  }

  /** The state of every document, for the audit trail. */
  const readinessOf = async (dealId: string) => ({
    documents: (await documents.all(dealId)).map(({ id, state: step, sha256 }) => ({
      document_id: id,
      state: step,
      sha256,
    })),
  })

  /** Returns the workbook that the numbers come from with its built model; undefined if there is none. */
  const modelOf = async ({
    dealId,
    signal,
  }: Building): Promise<{ document: DocumentRow; built: BuiltModel } | undefined> => {
    const document = workbookAmong(await documents.all(dealId))
    return document && { document, built: await builtModels.of(document, signal) }
  }

  /** Marks an unreadable document instead of failing, so that the others are still read. */
  const digitized = async (document: DocumentRow, signal: AbortSignal): Promise<DocumentRow['state']> => {
    try {
      await documents.digitize(document, signal)
      return 'digitized'
    } catch (error) {
      if (error instanceof DocumentUnreadable) return 'failed'
      throw error
    }
  }

  return {
    digitize: async (building) => {
      // Includes documents that failed before: the cause may have been in the service.
      for (const document of await documents.all(building.dealId)) {
        building.signal.throwIfAborted()
        await noteReadiness(building, document.id, await digitized(document, building.signal))
      }
      const readiness = await readinessOf(building.dealId)
      return async (deal) => void deal.record('readiness.taken', readiness)
    },

    model: async (building) => {
      await modelOf(building)
      return nothingToCommit
    },

    metrics: async (building) => {
      const model = await modelOf(building)
      if (model === undefined) return nothingToCommit
      return async (deal) => {
        await models.adopt(deal, building.actor, model.document, model.built)
      }
    },

    quality: async (building) => {
      const document = workbookAmong(await documents.all(building.dealId))
      const built = document && (await builtModels.kept(document))
      const current = await models.current(building.dealId)
      // A number may have changed since. Then this score is outdated, and the current one is computed on request.
      if (built !== undefined && current?.version === built.basedOn + 1)
        await quality.keep(building.dealId, current.version, built.quality)
      return nothingToCommit
    },

    evidence: async (building) => {
      for (const document of await readable(building.dealId)) {
        building.signal.throwIfAborted()
        const isFound = await putIntoEvidence(document, building.signal)
        await noteReadiness(building, document.id, isFound ? 'indexed' : 'failed')
      }
      const readiness = await readinessOf(building.dealId)
      return async (deal) => void deal.record('readiness.taken', readiness)
    },

    memo: async (building) => {
      const { actor, dealId, signal } = building
      // Documents are read for facts in the background. What takes longer is not quoted in the draft.
      const files = await readable(dealId)
      if (files.some(({ id }) => id !== workbookAmong(files)?.id)) await statements.settle(dealId, maxFactsMs, signal)
      const plan = await memo.plan(actor, dealId, signal)
      return async (deal) => {
        const current = await models.current(dealId)
        const sections = await memo.draft(deal, actor, plan)
        deal.record('canvas.built', { section_keys: sections, model_version: current?.version ?? null })
      }
    },
  }
}
