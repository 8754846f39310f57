import { refuse } from '../../domain-error.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import { type FoundMetric, foundAs, type MetricRow, type Metrics } from '../metrics/index.ts'
import type { Adopted, BuiltModel } from './built-model.ts'
import { differencesOf, sectionsCiting } from './differences.ts'
import type { ModelsStore } from './models.store.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { NoticeBreaches } from './write-numbers.ts'

interface Deps {
  store: ModelsStore
  metrics: Pick<Metrics, 'all' | 'change'>
  sections: Pick<Sections, 'all'>
  keepQuality(dealId: string, version: number, snapshot: QualitySnapshot): Promise<void>
  database: Pick<Database, 'afterCommit'>
  noticeBreaches: NoticeBreaches
  /** Called inside the change that makes a workbook the model, with the one that was it before. */
  onTaken(dealId: string, documentId: string, formerId: string | undefined): Promise<void>
}

export type TakeInModel = ReturnType<typeof createTakeInModel>

/**
 * Adopts a workbook that was read as the model of a deal, inside a change of the deal. Rejected if the model changed in
 * between.
 */
export const createTakeInModel =
  ({ store, metrics, sections, keepQuality, database, noticeBreaches, onTaken }: Deps) =>
  async (
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
      uncached: given.uncached,
      frozen: given.frozen,
      updatedAt: deal.at,
    })
    const formerId = former?.documentId ?? undefined
    if (formerId !== document.id) await onTaken(dealId, document.id, formerId)
    if (deal.row.tier !== given.tier) await store.setTier(dealId, given.tier)
    if (given.remembered !== undefined) await store.replaceRemembered(dealId, given.remembered)
    if (given.currency !== undefined) await store.noteCurrency(dealId, given.currency, deal.at)
    await store.dropSources(dealId, lostSources)
    await store.dropOverrides(dealId, given.lostOverrides)
    await store.setWorkbookValues(dealId, given.replaced ?? [])
    const moved = await metrics.change(deal, [...given.metrics, ...gone.map(forgotten)])
    await noticeBreaches(deal, valuesByKey(rows), valuesByKey(given.metrics))
    await database.afterCommit(() => keepQuality(dealId, version, given.quality))
    return {
      version,
      moved: moved.map(({ metricKey }) => metricKey),
      lost: [...new Set([...gone.map(({ metricKey }) => metricKey), ...lostSources, ...given.lostOverrides])],
      differences: differencesOf(moved, [...rows, ...(await metrics.all(dealId))]),
      staleSections: sectionsCiting(moved, await sections.all(dealId)),
    }
  }

const valuesByKey = (metrics: readonly { metricKey: string; value: number | null }[]) =>
  new Map(metrics.map(({ metricKey, value }) => [metricKey, value]))

/** Metrics that the workbook no longer has lose their value; manually entered ones stay. */
export const goneFrom = (rows: readonly MetricRow[], found: readonly FoundMetric[]): MetricRow[] => {
  const there = new Set(found.map(({ metricKey }) => metricKey))
  return rows.filter(({ metricKey, source, value }) => source !== null && value !== null && !there.has(metricKey))
}

const forgotten = (row: MetricRow): FoundMetric => {
  const { source: _, confidence: __, computedShare: ___, formula: ____, ...rest } = foundAs(row)
  return { ...rest, value: null }
}
