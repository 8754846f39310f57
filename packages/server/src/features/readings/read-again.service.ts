import type { DealTier } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { DocumentRow } from '../documents/index.ts'
import type { AnchorPlan, DraftPlan, Memo, Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelReading, TakeInModel } from '../models/index.ts'
import { type BuiltModel, type Difference, ModelRefusal, type Models, recordedDifferences } from '../models/index.ts'
import { type RereadDifference, rereadDifferences } from './reread-differences.ts'

interface Deps {
  reading: Pick<ModelReading, 'present'>
  models: Pick<Models, 'build'>
  metrics: Pick<Metrics, 'all'>
  documents: { find(dealId: string, id: string): Promise<DocumentRow> }
  takeIn: TakeInModel
  memo: Pick<Memo, 'planRedraft' | 'redraft'>
  planned: Sections['planned']
  changes: Pick<DealChanges, 'change'>
}

/** Result of reading a deal's workbook again. */
export interface ReadAgain {
  document: DocumentRow
  built: BuiltModel
  tier: DealTier
  /** Version of the reading that the result was compared with. */
  version: number
}

interface Applied {
  differences: Difference[]
  redrafted: string[]
  stale: string[]
}

export type Rereading = ReturnType<typeof createRereading>

/**
 * A deal keeps the numbers that were read when its workbook was added. This service reads the workbook again, with the
 * cells that users chose, and uses the result only when a user asks for it.
 */
export const createRereading = (deps: Deps) => {
  const { reading, models, metrics, documents, takeIn, memo, planned, changes } = deps

  const versionOf = ({ version, readingVersion }: Awaited<ReturnType<ModelReading['present']>>): number =>
    version + readingVersion

  /** Reads the workbook again without changing anything. */
  const read = async (dealId: string, signal?: AbortSignal): Promise<ReadAgain> => {
    const present = await reading.present(dealId)
    const documentId = present.row?.documentId ?? refuse('no_model')
    const document = await documents.find(dealId, documentId)
    const built = await models.build(dealId, document, signal).catch((error: unknown) => {
      if (error instanceof ModelRefusal) refuse('no_model', { detail: error.message })
      throw error
    })
    return { document, built, tier: present.tier, version: versionOf(present) }
  }

  const apply = async (
    deal: ChangingDeal,
    actor: Actor,
    { document, built }: ReadAgain,
    seen: number | undefined,
    { draft, anchors }: { draft: DraftPlan; anchors: AnchorPlan | undefined },
  ): Promise<Applied> => {
    assertCurrent(versionOf(await reading.present(deal.row.id)), seen)
    const { version, differences, staleSections } = await takeIn(deal, document, built)
    const { drafted, changed: redrafted } = await memo.redraft(deal, actor, draft, anchors)
    deal.record('model.read_again', {
      document_id: document.id,
      version,
      ...recordedDifferences(differences),
      ...(redrafted.length === 0 ? {} : { redrafted_sections: redrafted }),
    })
    return { differences, redrafted, stale: staleSections.filter((key) => !drafted.includes(key)) }
  }

  return {
    /** Shows what would change. */
    preview: async (
      dealId: string,
      signal?: AbortSignal,
    ): Promise<{ differences: RereadDifference[]; tier: { before: DealTier; after: DealTier }; version: number }> => {
      const { built, tier, version } = await read(dealId, signal)
      const differences = rereadDifferences(await metrics.all(dealId), built.metrics)
      return { differences, tier: { before: tier, after: built.tier }, version }
    },

    /** Reads the workbook again for a user who wants to use the result. */
    try: async (dealId: string, seen: number | undefined, signal?: AbortSignal): Promise<ReadAgain> => {
      assertCurrent(versionOf(await reading.present(dealId)), seen)
      return read(dealId, signal)
    },

    use: async (actor: Actor, dealId: string, again: ReadAgain, seen: number | undefined): Promise<Applied> => {
      const draft = await memo.planRedraft(actor, dealId)
      return planned((anchors) =>
        changes.change(actor, dealId, 'editor', (deal) => apply(deal, actor, again, seen, { draft, anchors })),
      )
    },
  }
}
