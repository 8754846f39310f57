import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { documents as documentsTable } from '../../platform/database/tables/documents.ts'
import type { ChangingDeal, DealChanges } from '../journal/deal-changes.service.ts'
import { type FoundMetric, foundAs, type MetricRow, type Metrics } from '../metrics/metrics.service.ts'
import type { Sections } from '../sections/sections.service.ts'
import type { Adopted, BuiltModel, Choice, PresentModel, Tried } from './built-model.ts'
import { differencesOf, recordedDifferences, sectionsCiting } from './differences.ts'
import type { ReadModel } from './model.worker.ts'
import type { ModelComputing } from './model-computing.ts'
import type { ChosenCell, ModelState } from './model-state.ts'
import { ModelRefusal } from './model-threads.ts'
import type { DealModelRow, ModelsStore, OverrideRow } from './models.store.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'

export type { BuiltModel, Difference, PresentModel } from './built-model.ts'
export type { ModelComputing } from './model-computing.ts'
export type { ModelState } from './model-state.ts'
export { ModelRefusal } from './model-threads.ts'
export type { DealModelRow } from './models.store.ts'
export type { QualitySnapshot } from './quality-snapshot.ts'

type DocumentRow = typeof documentsTable.$inferSelect

interface Deps {
  store: ModelsStore
  computing: Pick<ModelComputing, 'read' | 'examine'>
  documents: { find(dealId: string, id: string): Promise<DocumentRow> }
  metrics: Pick<Metrics, 'all' | 'change'>
  sections: Pick<Sections, 'all'>
  changes: Pick<DealChanges, 'change'>
  keepQuality(dealId: string, version: number, snapshot: QualitySnapshot): Promise<void>
  database: Pick<Database, 'afterCommit'>
  now: Clock
}

const workbooks: readonly DocumentRow['kind'][] = ['xlsx', 'xlsm']

export type Models = ReturnType<typeof createModels>

/** Where the numbers of deals come from. */
export const createModels = (deps: Deps) => {
  const { store, computing, documents, metrics, sections, changes, keepQuality, database, now } = deps

  const chosenFor = async (dealId: string): Promise<ChosenCell[]> =>
    (await store.sources(dealId)).map(({ unit, ...source }) => ({ ...source, unit: unitOf(source.metricKey, unit) }))

  const appliedFor = async (dealId: string) =>
    (await store.overrides(dealId)).map(({ metricKey, value }) => ({ metricKey, value }))

  const present = async (dealId: string): Promise<PresentModel> => {
    // The version first: if somebody moves the model meanwhile, what is computed counts as computed from the one before.
    const row = await store.current(dealId)
    const [tier, sources, overrides] = await Promise.all([store.tierOf(dealId), chosenFor(dealId), appliedFor(dealId)])
    const sha256 = row?.sha256 ?? null
    return {
      row,
      tier: tier ?? refuse('deal_not_found'),
      version: row?.version ?? 0,
      sources,
      overrides,
      state: sha256 === null ? undefined : { sha256, sources, overrides },
    }
  }

  const readFor = async (dealId: string, file: { name: string }, state: ModelState, signal?: AbortSignal) => {
    const rows = new Map((await metrics.all(dealId)).map((row) => [row.metricKey, row]))
    const read: ReadModel = await computing.read(state, signal)
    const found = read.metrics.map((one): FoundMetric => {
      const row = kindOf(one.metricKey) === undefined ? rows.get(one.metricKey) : undefined
      return {
        metricKey: one.metricKey,
        value: one.value,
        kind: one.kind,
        ...(row === undefined ? {} : { label: row.label, unit: row.unit }),
        ...(one.formula === null ? {} : { formula: one.formula }),
        source: { file: file.name, sheet: one.sheet, cell: one.cell },
        confidence: one.confidence,
        computedShare: one.computedShare,
      }
    })
    return { read, found }
  }

  const built = (basedOn: number, { read, found }: Awaited<ReturnType<typeof readFor>>): BuiltModel => ({
    basedOn,
    tier: read.tier,
    dealType: read.dealType ?? '',
    formulas: read.formulas,
    computed: read.computed,
    agreeing: read.agreeing,
    metrics: found,
    quality: read.quality,
    lostSources: [...read.lostSources],
    lostOverrides: [...read.lostOverrides],
  })

  /** What the workbook had and has no longer is not known any more; what was entered by hand stays. */
  const goneFrom = (rows: readonly MetricRow[], found: readonly FoundMetric[]): MetricRow[] => {
    const there = new Set(found.map(({ metricKey }) => metricKey))
    return rows.filter(({ metricKey, source, value }) => source !== null && value !== null && !there.has(metricKey))
  }

  const takeIn = async (
    deal: ChangingDeal,
    document: { id: string; sha256: string; fileName: string },
    given: BuiltModel,
  ): Promise<Adopted> => {
    const dealId = deal.row.id
    const former = await store.current(dealId)
    if ((former?.version ?? 0) !== given.basedOn) refuse('model_changed')
    const version = given.basedOn + 1
    const rows = await metrics.all(dealId)
    const gone = goneFrom(rows, given.metrics)
    const lostSources = given.lostSources.map(({ metricKey }) => metricKey)
    await store.put({
      dealId,
      version,
      documentId: document.id,
      sha256: document.sha256,
      fileName: document.fileName,
      dealType: given.dealType === '' ? null : given.dealType,
      formulas: given.formulas,
      computed: given.computed,
      agreeing: given.agreeing,
      updatedAt: deal.at,
    })
    if (deal.row.tier !== given.tier) await store.setTier(dealId, given.tier)
    await store.dropSources(dealId, lostSources)
    await store.dropOverrides(dealId, given.lostOverrides)
    const moved = await metrics.change(deal, [...given.metrics, ...gone.map(forgotten)])
    await database.afterCommit(() => keepQuality(dealId, version, given.quality))
    return {
      version,
      moved: moved.map(({ metricKey }) => metricKey),
      lost: [...new Set([...gone.map(({ metricKey }) => metricKey), ...lostSources, ...given.lostOverrides])],
      differences: differencesOf(moved, [...rows, ...(await metrics.all(dealId))]),
      staleSections: sectionsCiting(moved, await sections.all(dealId)),
    }
  }

  const build = async (dealId: string, document: DocumentRow, signal?: AbortSignal): Promise<BuiltModel> => {
    const { version, sources, overrides } = await present(dealId)
    const state = { sha256: document.sha256, sources, overrides }
    return built(version, await readFor(dealId, { name: document.fileName }, state, signal))
  }

  const adopt = async (
    deal: ChangingDeal,
    _actor: Actor,
    document: DocumentRow,
    given: BuiltModel,
  ): Promise<Adopted> => {
    // It may have been taken back since it was computed.
    await documents.find(deal.row.id, document.id)
    const adopted = await takeIn(deal, document, given)
    deal.record('model.replaced', {
      version: adopted.version,
      document_id: document.id,
      ...recordedDifferences(adopted.differences),
    })
    return adopted
  }

  /** A document that people name as the model. */
  const buildNamed = async (dealId: string, documentId: string, signal?: AbortSignal) => {
    const document = await documents.find(dealId, documentId)
    const object = (reason: string) => new InvalidInput({ at: ['body', 'document_id'], reason, input: documentId })
    if (!workbooks.includes(document.kind)) throw object(`${document.fileName} is no workbook`)
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
    present,
    /** Inside a change of the deal that moves its numbers; answers the version that it makes. */
    move: async (deal: ChangingDeal): Promise<number> => (await store.move(deal.row.id, deal.at)) ?? refuse('internal'),
    current: (dealId: string): Promise<DealModelRow | undefined> => store.current(dealId),

    /** The model as people see it. */
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
      { document, built: given }: { document: DocumentRow; built: BuiltModel },
    ): Promise<Adopted & { tier: 'full' | 'values_only' }> =>
      changes.change(actor, dealId, async (deal) => ({
        ...(await adopt(deal, actor, document, given)),
        tier: given.tier,
      })),

    /** Reads the deal's workbook with another cell for a metric; what is wrong with the cell is said at its field. */
    tryCell: async (dealId: string, choice: Choice, signal?: AbortSignal) => {
      const { row, sources: chosenBefore, overrides, version } = await present(dealId)
      const document = documentOf(row) ?? refuse('no_model')
      const { metricKey, documentId, sheet, cell, scale } = choice
      if (documentId !== undefined && documentId !== document.id) {
        const reason = 'The numbers of the deal come from another document'
        throw new InvalidInput({ at: ['body', 'document_id'], reason, input: documentId })
      }
      if (scale !== undefined && (scale === 0 || !Number.isFinite(scale))) {
        throw new InvalidInput({ at: ['body', 'scale'], reason: 'A scale is a number and not zero', input: scale })
      }
      const known = (await metrics.all(dealId)).find((one) => one.metricKey === metricKey)
      if (known === undefined && kindOf(metricKey) === undefined) refuse('metric_not_found')
      const chosen: ChosenCell = { metricKey, unit: unitOf(metricKey, known?.unit ?? null), sheet, cell, scale }
      const others = chosenBefore.filter((one) => one.metricKey !== metricKey)
      const sources = [...others, chosen].sort((one, other) => (one.metricKey < other.metricKey ? -1 : 1))
      const tried = await readFor(
        dealId,
        { name: document.fileName },
        { sha256: document.sha256, sources, overrides },
        signal,
      )
      const lost = tried.read.lostSources.find((one) => one.metricKey === metricKey)
      if (lost !== undefined) {
        const { field, reason } = lost
        throw new InvalidInput({ at: ['body', field], reason, input: field === 'sheet' ? sheet : cell })
      }
      const place = tried.read.metrics.find((one) => one.metricKey === metricKey) ?? refuse('internal')
      return { choice, document, place, built: built(version, tried) }
    },

    /** Takes a metric from the cell that was tried. */
    chooseCell: (actor: Actor, dealId: string, { choice, document, place, built: given }: Tried): Promise<MetricRow> =>
      changes.change(actor, dealId, async (deal) => {
        const { metricKey } = choice
        const rowOf = async () => (await metrics.all(dealId)).find((row) => row.metricKey === metricKey)
        assertCurrent((await rowOf())?.version ?? 0, choice.seen)
        const { sheet, cell, scale } = place
        await store.putSource({
          dealId,
          metricKey,
          sheet,
          cell,
          scale,
          chosenBy: actor.userId,
          chosenAt: now(),
        })
        const { version, differences } = await takeIn(deal, document, given)
        deal.record('metric.remapped', {
          metric_key: metricKey,
          sheet,
          cell,
          version,
          ...recordedDifferences(differences),
        })
        return (await rowOf()) ?? refuse('internal')
      }),

    /** Looks at the numbers of now; undefined: there is no workbook. */
    examine: async (dealId: string): Promise<{ version: number; snapshot: QualitySnapshot } | undefined> => {
      const { state, version } = await present(dealId)
      return state === undefined ? undefined : { version, snapshot: await computing.examine(state) }
    },
  }
}

const unitOf = (metricKey: string, stated: MetricUnit | null): MetricUnit =>
  kindOf(metricKey)?.unit ?? stated ?? 'ratio'

const documentOf = (row: DealModelRow | undefined): Tried['document'] | undefined =>
  row === undefined || row.documentId === null || row.sha256 === null
    ? undefined
    : { id: row.documentId, sha256: row.sha256, fileName: row.fileName ?? '' }

const forgotten = (row: MetricRow): FoundMetric => {
  const { source: _, confidence: __, computedShare: ___, formula: ____, ...rest } = foundAs(row)
  return { ...rest, value: null }
}

const newestFirst = (overrides: readonly OverrideRow[]): OverrideRow[] =>
  overrides.toSorted((one, other) => other.version - one.version)
