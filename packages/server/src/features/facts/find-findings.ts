import { maxEffects, maxFindings } from '@deal-canvas/contract'
import type { Ripple } from '@deal-canvas/engine'
import { type FactPlace, type ModelMetric, periodOfLabel } from '@deal-canvas/facts'
import { DomainError } from '../../domain-error.ts'
import type { StoredPlace } from '../../platform/database/tables/facts.ts'
import { newId } from '../../platform/ids.ts'
import type { Sections } from '../memo/index.ts'
import { isComputed, isUnconfirmed, type MetricRow, type Metrics } from '../metrics/index.ts'
import { domainOf, type ModelComputing, ModelRefusal, type Models, type PresentModel } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import { type Comparison, compareFacts } from './compare-facts.ts'
import { headlineMoves, type Move, severityOf } from './materiality.ts'
import type { FindingRow, ReconciliationStore } from './reconciliation.store.ts'

export interface FindingsDeps {
  store: Pick<ReconciliationStore, 'comparable'>
  computing: Pick<ModelComputing, 'ripple' | 'byCatalogue'>
  metrics: Pick<Metrics, 'all' | 'provenanceFacts'>
  models: Pick<Models, 'present'>
  quality: Pick<Quality, 'of'>
  sections: Pick<Sections, 'all'>
}

/** What-ifs of one deal: the others are judged by their difference. */
const maxWhatIfs = 40

const placeOf = (place: FactPlace, quote: string): StoredPlace => ({
  page: place.page ?? null,
  sheet: place.sheet ?? null,
  cell: place.cell ?? null,
  box: place.box === undefined ? null : [...place.box],
  quote,
})

/** Compares the documents of a deal with its numbers and each other, and judges what differs. */
export const createFindFindings = ({ store, computing, metrics, models, quality, sections }: FindingsDeps) => {
  /** The periods of the metrics, as their cells have them. */
  const periodsOf = async (dealId: string): Promise<ReadonlyMap<string, string>> => {
    // A model that cannot be examined has no periods; what does not depend on one is still compared.
    const found = await quality.of(dealId).catch((error: unknown) => {
      if (error instanceof DomainError || error instanceof ModelRefusal) return undefined
      throw error
    })
    return new Map(
      Object.entries(found?.financial_highlights ?? {}).flatMap(([key, { sources }]) => {
        const label = sources[0]?.period
        return label === undefined || label === null ? [] : [[key, label] as const]
      }),
    )
  }

  /** The numbers of the memo that are surely what they claim to be. */
  const numbersOf = async (dealId: string, rows: readonly MetricRow[]): Promise<ModelMetric[]> => {
    const [{ chosen }, periods] = await Promise.all([metrics.provenanceFacts(dealId), periodsOf(dealId)])
    return rows.flatMap((row): ModelMetric[] => {
      const { metricKey, label, unit, value } = row
      const isSure = chosen.has(metricKey) || !isUnconfirmed(row)
      if (value === null || unit === 'date' || !isSure) return []
      const period = periods.get(metricKey)
      return [
        {
          metricKey,
          label,
          unit,
          value,
          period: period === undefined ? null : (periodOfLabel(period) ?? null),
          qualifier: null,
        },
      ]
    })
  }

  /** What moves if the number of the document is put into the model; undefined if it cannot be put in. */
  const whatIf = async (
    dealId: string,
    model: PresentModel,
    rows: ReadonlyMap<string, MetricRow>,
    { metricKey, stated }: Comparison,
    signal: AbortSignal,
  ): Promise<Move[] | undefined> => {
    const row = rows.get(metricKey)
    if (row === undefined || isComputed(row, model.tier) || row.kind !== 'input') return undefined
    const change = { metricKey, value: stated.fact.value, name: row.label }
    const domain = domainOf(model)
    const values = new Map(
      [...rows.values()].flatMap((metric) =>
        metric.value === null ? [] : [[metric.metricKey, metric.value] as const],
      ),
    )
    try {
      const ripple: Ripple =
        model.tier === 'full' && row.source !== null && model.state !== undefined
          ? await computing.ripple(model.state, [change], { signal: signal })
          : await computing.byCatalogue(dealId, { values, changes: [change], domain }, signal)
      return headlineMoves(
        ripple.impacts.flatMap(({ metricKey: key, before, after }): Move[] => {
          const moved = rows.get(key)
          const isNumber = (value: unknown): value is number | null => value === null || typeof value === 'number'
          return moved === undefined || !isNumber(before) || !isNumber(after)
            ? []
            : [{ metricKey: key, unit: moved.unit, before, after }]
        }),
      ).slice(0, maxEffects)
    } catch (error) {
      if (error instanceof DomainError || error instanceof ModelRefusal) return undefined
      throw error
    }
  }

  return async (dealId: string, signal: AbortSignal): Promise<FindingRow[]> => {
    const [all, model, cited] = await Promise.all([metrics.all(dealId), models.present(dealId), sections.all(dealId)])
    const rows = new Map(all.map((row) => [row.metricKey, row]))
    const facts = await store.comparable(
      dealId,
      all.map(({ label }) => label.toLowerCase()),
    )
    // The workbook of the model would only repeat its numbers.
    const others = facts.filter(({ documentId }) => documentId !== model.row?.documentId)
    if (others.length === 0) return []
    const comparisons = await compareFacts(others, await numbersOf(dealId, all))
    const citedKeys = new Set(cited.flatMap((section) => section.cited))
    const found: FindingRow[] = []
    let whatIfs = 0
    for (const comparison of comparisons.slice(0, maxFindings)) {
      const { status, metricKey, unit, period, qualifier, stated, other, otherValue } = comparison
      const canTry = status === 'differs' && other === undefined && whatIfs < maxWhatIfs
      if (canTry) whatIfs += 1
      const effects = canTry ? await whatIf(dealId, model, rows, comparison, signal) : undefined
      const own = { metricKey, unit, before: otherValue, after: stated.fact.value }
      found.push({
        id: newId(),
        dealId,
        position: 0,
        status,
        metricKey,
        unit,
        period: period?.label ?? null,
        qualifier,
        documentId: stated.documentId,
        value: stated.fact.value,
        place: placeOf(stated.fact.place, stated.fact.quote),
        otherDocumentId: other?.documentId ?? null,
        otherValue,
        otherPlace: other === undefined ? null : placeOf(other.fact.place, other.fact.quote),
        severity: status === 'agrees' ? null : severityOf(own, effects, citedKeys.has(metricKey)),
        effects: effects?.map(({ metricKey: key, before, after }) => ({ metricKey: key, before, after })) ?? [],
        choice: null,
        reason: null,
        settledBy: null,
        settledAt: null,
        version: 1,
      })
    }
    return found
  }
}
