import { maxEffects, maxFindings } from '@deal-canvas/contract'
import type { MetricDomain, Ripple } from '@deal-canvas/engine'
import { type FactPlace, type ModelMetric, periodOfLabel } from '@deal-canvas/facts'
import { DomainError } from '../../domain-error.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { StoredPlace } from '../../platform/database/tables/facts.ts'
import { newId } from '../../platform/ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import { isComputed, isUnconfirmed, type MetricRow, type Metrics } from '../metrics/index.ts'
import { domainOf, type ModelComputing, ModelRefusal, type Models, type PresentModel } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import { type Comparison, compareFacts } from './compare-facts.ts'
import { headlineMoves, type Move, severityOf } from './materiality.ts'
import type { FindingRow, ReconciliationLease, ReconciliationStore } from './reconciliation.store.ts'

interface Deps {
  store: Pick<ReconciliationStore, 'take' | 'finish' | 'comparable' | 'all' | 'replace' | 'demand'>
  changes: Pick<DealChanges, 'changeAsService'>
  computing: Pick<ModelComputing, 'ripple' | 'byCatalogue'>
  metrics: Pick<Metrics, 'all' | 'provenanceFacts'>
  models: Pick<Models, 'present'>
  quality: Pick<Quality, 'of'>
  sections: Pick<Sections, 'all'>
  onError(error: unknown): void
  now: Clock
}

const leaseMs = 10 * 60_000
const dealsPerRound = 4
/** What-ifs of one deal: the others are judged by their difference. */
const maxWhatIfs = 40

/** The same thing compared with the same: a settlement holds as long as its numbers do. */
const identityOf = (row: Pick<FindingRow, 'metricKey' | 'period' | 'qualifier' | 'documentId' | 'otherDocumentId'>) =>
  JSON.stringify([row.metricKey, row.period, row.qualifier, row.documentId, row.otherDocumentId])

const placeOf = (place: FactPlace, quote: string): StoredPlace => ({
  page: place.page ?? null,
  sheet: place.sheet ?? null,
  cell: place.cell ?? null,
  box: place.box === undefined ? null : [...place.box],
  quote,
})

const severityOrder = ['critical', 'high', 'medium', 'low'] as const

/** Open contradictions first, the most severe of them first; then settled ones, then agreements. */
const inOrder = (a: FindingRow, b: FindingRow): number =>
  Number(a.status === 'agrees') - Number(b.status === 'agrees') ||
  Number(a.choice !== null) - Number(b.choice !== null) ||
  severityOrder.indexOf(a.severity ?? 'low') - severityOrder.indexOf(b.severity ?? 'low') ||
  (a.metricKey < b.metricKey ? -1 : a.metricKey > b.metricKey ? 1 : 0)

const isContradiction = ({ status }: Pick<FindingRow, 'status'>): boolean => status === 'differs'

/**
 * Compares the documents of deals with their numbers, whenever either has changed. Every node looks for deals that are
 * due; a lease keeps two nodes from comparing the same deal.
 */
export const createReconcileDeals = (deps: Deps) => {
  const { store, changes, computing, metrics, models, quality, sections, onError, now } = deps
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

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
  ): Promise<Move[] | undefined> => {
    const row = rows.get(metricKey)
    if (row === undefined || isComputed(row, model.tier) || row.kind !== 'input') return undefined
    const change = { metricKey, value: stated.fact.value, name: row.label }
    const domain: MetricDomain | undefined = domainOf(model)
    const values = new Map(
      [...rows.values()].flatMap((metric) =>
        metric.value === null ? [] : [[metric.metricKey, metric.value] as const],
      ),
    )
    try {
      const ripple: Ripple =
        model.tier === 'full' && row.source !== null && model.state !== undefined
          ? await computing.ripple(model.state, [change], { signal: closing.signal })
          : await computing.byCatalogue(dealId, { values, changes: [change], domain }, closing.signal)
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

  const findingsOf = async (dealId: string): Promise<FindingRow[]> => {
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
      const effects = canTry ? await whatIf(dealId, model, rows, comparison) : undefined
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

  /** Findings that were there before keep their id and, while neither number changes, their settlement. */
  const withHistory = (found: readonly FindingRow[], former: readonly FindingRow[]): FindingRow[] => {
    const known = new Map(former.map((row) => [identityOf(row), row]))
    const rows = new Map<string, FindingRow>()
    for (const row of found) {
      const identity = identityOf(row)
      if (rows.has(identity)) continue
      const before = known.get(identity)
      if (before === undefined) {
        rows.set(identity, row)
        continue
      }
      const { id, choice, reason, settledBy, settledAt, version } = before
      const isSame = before.status === row.status && before.value === row.value && before.otherValue === row.otherValue
      rows.set(
        identity,
        isSame ? { ...row, id, choice, reason, settledBy, settledAt, version } : { ...row, id, version: version + 1 },
      )
    }
    return [...rows.values()].sort(inOrder).map((row, position) => ({ ...row, position }))
  }

  const reconcileDeal = async (lease: ReconciliationLease): Promise<void> => {
    const { dealId } = lease
    const found = await findingsOf(dealId)
    await changes
      .changeAsService(dealId, async (deal) => {
        const former = await store.all(dealId)
        const rows = withHistory(found, former)
        const ids = new Set(rows.map(({ id }) => id))
        await store.replace(
          dealId,
          rows,
          former.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
        )
        const [before, after] = [former, rows].map((list) => new Set(list.filter(isContradiction).map(({ id }) => id)))
        const appeared = [...(after ?? [])].filter((id) => before?.has(id) !== true).length
        const gone = [...(before ?? [])].filter((id) => after?.has(id) !== true).length
        const open = rows.filter((row) => isContradiction(row) && row.choice === null).length
        const versions = new Map(former.map(({ id, version }) => [id, version]))
        const changed = rows.filter(
          (row) => isContradiction(row) && before?.has(row.id) === true && versions.get(row.id) !== row.version,
        ).length
        if (appeared + gone + changed > 0)
          deal.record('contradiction.updated', { found: appeared, gone, changed, open })
        await store.finish(lease, deal.at)
      })
      .catch(async (error: unknown) => {
        // A decided deal keeps the findings it was decided with; one that is gone has none.
        if (!(error instanceof DomainError)) throw error
        await store.finish(lease, now())
      })
  }

  const reconcileDue = async (): Promise<void> => {
    for (const lease of await store.take(now(), later(now(), leaseMs), dealsPerRound)) {
      if (closing.signal.aborted) return
      await reconcileDeal(lease).catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error)
      })
    }
  }

  return {
    resume: (): Promise<void> => {
      if (!closing.signal.aborted) round = reconcileDue()
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
