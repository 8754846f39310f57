import type {
  FindingStatus,
  MetricUnit,
  QualityFinding,
  ReconciliationFinding,
  SettlementChoice,
} from '@deal-canvas/contract'
import { formatMetric } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { factMessages as messages } from '../../messages/facts.ts'
import { isId } from '../../platform/ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Models } from '../models/index.ts'
import type { FactsStore } from './facts.store.ts'
import { type FindingContext, presentFinding } from './present-facts.ts'
import type { ReconciliationStore } from './reconciliation.store.ts'

interface Deps {
  store: Pick<ReconciliationStore, 'page' | 'counts' | 'find' | 'settle' | 'isDue' | 'open' | 'openBySeverity'>
  facts: Pick<FactsStore, 'isPending'>
  changes: Pick<DealChanges, 'change'>
  documents: Pick<Documents, 'all'>
  metrics: Pick<Metrics, 'all'>
  models: Pick<Models, 'current' | 'present'>
  sections: Pick<Sections, 'all'>
}

/** An open contradiction between a document and the model. */
export interface Contradiction {
  metricKey: string
  documentId: string
  unit: MetricUnit
  stated: number
  inModel: number
  severity: QualityFinding['severity']
}

/** Contradictions that data quality lists; it counts all. */
const maxListed = 50

export type Reconciliation = ReturnType<typeof createReconciliation>

/** What was found when documents were compared with the model and each other, and how it was settled. */
export const createReconciliation = (deps: Deps) => {
  const { store, facts, changes, documents, metrics, models, sections } = deps

  const contextOf = async (dealId: string): Promise<FindingContext> => {
    const [rows, files, written] = await Promise.all([metrics.all(dealId), documents.all(dealId), sections.all(dealId)])
    const byKey = new Map(rows.map((row) => [row.metricKey, row]))
    return {
      metrics: byKey,
      fileNames: new Map(files.map(({ id, fileName }) => [id, fileName])),
      citedIn: (metricKey) =>
        written.filter(({ cited }) => cited.includes(metricKey)).map(({ sectionKey }) => sectionKey),
      labelOf: (metricKey) => byKey.get(metricKey)?.label ?? kindOf(metricKey)?.label ?? metricKey,
    }
  }

  const show = async (dealId: string, id: string): Promise<ReconciliationFinding> =>
    presentFinding((await store.find(dealId, id)) ?? refuse('contradiction_not_found'), await contextOf(dealId))

  return {
    list: async (
      dealId: string,
      page: { status?: FindingStatus | undefined; after?: number | undefined; limit: number },
    ) => {
      // In this order: what is no longer to be read is due by then, and what is no longer due is among the findings.
      const isUnderWay = (await facts.isPending(dealId)) || (await store.isDue(dealId))
      const [rows, counts, model, context] = await Promise.all([
        store.page(dealId, { ...page, limit: page.limit + 1 }),
        store.counts(dealId),
        models.current(dealId),
        contextOf(dealId),
      ])
      const shown = rows.slice(0, page.limit)
      return {
        status: isUnderWay ? ('pending' as const) : ('current' as const),
        modelVersion: model?.version ?? 0,
        counts,
        findings: shown.map((row) => presentFinding(row, context)),
        next: rows.length > shown.length ? shown.at(-1) : undefined,
      }
    },

    settle: async (
      actor: Actor,
      dealId: string,
      id: string,
      { choice, reason }: { choice: SettlementChoice; reason: string },
      seen: number | undefined,
    ): Promise<ReconciliationFinding> => {
      if (!isId(id)) refuse('contradiction_not_found')
      await changes.change(actor, dealId, 'editor', async (deal) => {
        const row = (await store.find(dealId, id)) ?? refuse('contradiction_not_found')
        assertCurrent(row.version, seen)
        if (row.status === 'agrees') refuse('nothing_to_settle')
        await store.settle(row, { choice, reason: reason.trim(), settledBy: actor.userId, settledAt: deal.at })
        deal.record('contradiction.settled', {
          finding_id: row.id,
          metric_key: row.metricKey,
          document_id: row.documentId,
          choice,
          stated: row.value,
          compared_with: row.otherValue,
        })
      })
      return show(dealId, id)
    },

    /** Where documents contradict the model and nobody has settled it, the most severe first. */
    differences: async (dealId: string): Promise<Contradiction[]> =>
      (await store.open(dealId, maxListed))
        .filter(({ otherDocumentId }) => otherDocumentId === null)
        .map(({ metricKey, documentId, unit, value, otherValue, severity }) => ({
          metricKey,
          documentId,
          unit,
          stated: value,
          inModel: otherValue,
          severity: severity ?? 'low',
        })),

    /** The open contradictions as findings of data quality. */
    openFindings: async (dealId: string) => {
      const [rows, counts] = await Promise.all([store.open(dealId, maxListed), store.openBySeverity(dealId)])
      if (rows.length === 0) return { findings: [], counts }
      const [context, { currency }] = await Promise.all([contextOf(dealId), models.present(dealId)])
      const findings = rows.map((row): Omit<QualityFinding, 'title'> => {
        const { metricKey, unit, value, otherValue } = row
        const source = row.otherDocumentId === null ? context.metrics.get(metricKey)?.source : undefined
        const message = messages.contradiction({
          file: context.fileNames.get(row.documentId) ?? '',
          metric: context.labelOf(metricKey),
          stated: formatMetric(value, unit, currency),
          other: formatMetric(otherValue, unit, currency),
          against: row.otherDocumentId === null ? 'model' : (context.fileNames.get(row.otherDocumentId) ?? ''),
        })
        return {
          id: row.id,
          check: 'document_contradiction',
          severity: row.severity ?? ('low' as const),
          message,
          sheet: source?.sheet ?? null,
          cell: source?.cell ?? null,
          impact: { dependents: 0, metrics: row.effects.map((effect) => effect.metricKey) },
          settlement: null,
          version: row.version,
        }
      })
      return { findings, counts }
    },
  }
}
