import { workbookKinds } from '@deal-canvas/contract'
import type { MetricDomain } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { modelMessages } from '../../messages/models.ts'
import type { documents as documentsTable } from '../../platform/database/tables/documents.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Adopted, BuiltModel, PresentModel } from './built-model.ts'
import { recordedDifferences } from './differences.ts'
import type { ModelComputing } from './model-computing.ts'
import type { ModelReading } from './model-reading.ts'
import { ModelRefusal } from './model-refusal.ts'
import type { DealModelRow, ModelsStore, OverrideRow } from './models.store.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { TakeInModel } from './take-in-model.ts'
import { type TemplateMemory, withRemembered } from './template-memory.ts'

export type { BuiltModel, Difference, PresentModel } from './built-model.ts'
export type { DealModelRow } from './models.store.ts'
export type { FoundFinding, QualitySnapshot } from './quality-snapshot.ts'

type DocumentRow = Omit<typeof documentsTable.$inferSelect, 'chargedTo'>

interface Deps {
  store: Pick<ModelsStore, 'current' | 'move' | 'tierOf' | 'overrides'>
  reading: ModelReading
  takeIn: TakeInModel
  computing: Pick<ModelComputing, 'examine'>
  documents: { find(dealId: string, id: string): Promise<DocumentRow> }
  changes: Pick<DealChanges, 'change'>
  templates: Pick<TemplateMemory, 'cellsFor'>
}

export type Models = ReturnType<typeof createModels>

/** The models behind the metrics of deals. */
export const createModels = ({ store, reading, takeIn, computing, documents, changes, templates }: Deps) => {
  const build = async (dealId: string, document: DocumentRow, signal?: AbortSignal): Promise<BuiltModel> => {
    const { version, readingVersion, sources: chosen, options, overrides } = await reading.present(dealId)
    const { fileName, sha256 } = document
    // Cells remembered for the template of the previous workbook do not apply to another one.
    const byPeople = chosen.filter(({ confidence }) => confidence === undefined)
    const remembered = await templates.cellsFor(dealId, sha256, signal)
    const { sources, used } = withRemembered(byPeople, options, remembered)
    const state = { sha256, ...options, sources, overrides }
    const { built } = await reading.read({ fileName, version, readingVersion, state }, signal)
    return { ...built, remembered: used }
  }

  const adopt = async (
    deal: ChangingDeal,
    _actor: Actor,
    document: DocumentRow,
    given: BuiltModel,
  ): Promise<Adopted> => {
    // The document can have been removed since the model was computed.
    await documents.find(deal.row.id, document.id)
    const adopted = await takeIn(deal, document, given)
    deal.record('model.replaced', {
      version: adopted.version,
      document_id: document.id,
      ...recordedDifferences(adopted.differences),
    })
    return adopted
  }

  /** Builds a model from the document that a member names. */
  const buildNamed = async (dealId: string, documentId: string, signal?: AbortSignal) => {
    const document = await documents.find(dealId, documentId)
    const object = (reason: string) => new InvalidInput({ at: ['body', 'document_id'], reason, input: documentId })
    if (!workbookKinds.has(document.kind)) throw object(modelMessages.notAWorkbook({ file: document.fileName }))
    try {
      return { document, built: await build(dealId, document, signal) }
    } catch (error) {
      if (error instanceof ModelRefusal) throw object(error.message)
      throw error
    }
  }

  return {
    build,
    adopt,
    buildNamed,
    present: reading.present,
    /** Increments the model version inside a change of the deal that changes its metrics. Returns the new version. */
    move: async (deal: ChangingDeal): Promise<number> => (await store.move(deal.row.id, deal.at)) ?? refuse('internal'),
    current: (dealId: string): Promise<DealModelRow | undefined> => store.current(dealId),

    /** The model as shown to members. */
    show: async (dealId: string) => {
      const [row, tier, overrides] = await Promise.all([
        store.current(dealId),
        store.tierOf(dealId),
        store.overrides(dealId),
      ])
      return { row, tier: tier ?? refuse('deal_not_found'), overrides: newestFirst(overrides) }
    },

    replace: (
      actor: Actor,
      dealId: string,
      { document, built: given, seen }: { document: DocumentRow; built: BuiltModel; seen?: number | undefined },
    ): Promise<Adopted & { tier: 'full' | 'values_only' }> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        // What was compared with another model is not what was accepted.
        if (seen !== undefined && seen !== given.basedOn) refuse('model_changed')
        return { ...(await adopt(deal, actor, document, given)), tier: given.tier }
      }),

    /** Checks the current model; undefined if there is no workbook. */
    examine: async (dealId: string): Promise<{ version: number; snapshot: QualitySnapshot } | undefined> => {
      const { state, version } = await reading.present(dealId)
      return state === undefined ? undefined : { version, snapshot: await computing.examine(state) }
    },
  }
}

const domains: readonly MetricDomain[] = ['pe_lbo', 'saas_growth', 'cre_multifamily', 'cre_office']

/** The kind of deal in the workbook; undefined if unknown. */
export const domainOf = ({ row }: Pick<PresentModel, 'row'>): MetricDomain | undefined =>
  domains.find((domain) => domain === row?.dealType)

const newestFirst = (overrides: readonly OverrideRow[]): OverrideRow[] =>
  overrides.toSorted((a, b) => b.version - a.version)
