import { baseScenarioId, type MetricUnit } from '@deal-canvas/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Documents } from '../../documents/index.ts'
import { type Metrics, type ProvenanceFacts, presentMetric } from '../../metrics/index.ts'
import type { Models } from '../../models/index.ts'
import type { Quality } from '../../quality/index.ts'
import type { ModelInScenario } from '../../scenarios/index.ts'
import type { ExportedMetric, ExportedNumbers, ExportedScenario, ExportedSource } from '../exported-numbers.ts'
import type { ExportOrder, Gathered } from '../renderers.ts'
import type { GatherReview } from './gather-review.ts'
import type { GatherScenarios } from './gather-scenarios.ts'

interface Deps {
  modelInScenario: ModelInScenario
  metrics: Pick<Metrics, 'provenanceFacts'>
  models: Pick<Models, 'current'>
  quality: Pick<Quality, 'of'>
  documents: Pick<Documents, 'all'>
  dealName(dealId: string): Promise<string>
  gatherScenarios: GatherScenarios
  gatherReview: GatherReview
  now: Clock
}

type QualityOfDeal = Awaited<ReturnType<Quality['of']>>

export type GatherNumbers = ReturnType<typeof createGatherNumbers>

/** Reads everything that is known about the numbers of a deal, as far as a person can see it. */
export const createGatherNumbers = (deps: Deps) => {
  const { modelInScenario, metrics, models, quality, documents, dealName, gatherScenarios, gatherReview, now } = deps

  /** The overrides of the chosen scenario, as they are shown next to a number. */
  const overridesIn = (
    { overrides }: ExportedScenario,
    base: ExportedScenario | undefined,
  ): ProvenanceFacts['overrides'] =>
    new Map(
      overrides
        .filter(({ is_detached }) => !is_detached)
        .map(({ key, value, reason, by, at }) => [
          key,
          {
            metricKey: key,
            value,
            workbookValue: base?.values[key] ?? null,
            reason,
            appliedBy: '',
            appliedByName: by ?? '',
            appliedAt: new Date(at),
          },
        ]),
    )

  return async (
    { actor, dealId, scenarioId, watermark }: ExportOrder,
    { withFacts }: { withFacts: boolean },
    signal: AbortSignal,
  ): Promise<Omit<Gathered, 'extension'>> => {
    const scenarios = await gatherScenarios(actor, dealId, scenarioId, signal)
    const [{ model, rows, scenarioVersion }, facts, assessed, files, current, name] = await Promise.all([
      modelInScenario(actor, dealId, scenarioId, signal),
      metrics.provenanceFacts(dealId),
      quality.of(dealId),
      documents.all(dealId),
      models.current(dealId),
      dealName(dealId),
    ])
    const chosen = scenarios.find(({ id }) => id === scenarioId)
    const isOther = chosen !== undefined && !chosen.is_presented
    const base = scenarios.find(({ id }) => id === baseScenarioId)
    const provenance = isOther ? { ...facts, overrides: overridesIn(chosen, base) } : facts
    const fileNames = new Map(files.map(({ id, fileName }) => [id, fileName]))
    const labels = new Map(rows.map(({ metricKey, label }) => [metricKey, label]))
    const review = await gatherReview(dealId, { fileNames, labels, withFacts }, assessed.data_quality_summary.findings)
    const input: ExportedNumbers = {
      format: 'deal-canvas.numbers/1',
      exported_at: now().toISOString(),
      watermark: watermark ?? null,
      deal: { id: dealId, name, currency: model.currency, model_version: model.version },
      scenario: chosen === undefined ? null : { id: chosen.id, name: chosen.name },
      metrics: rows.map((row) => exportedMetric(presentMetric(row, provenance), base, assessed)),
      scenarios,
      ...review,
      sources: files.map((file) => ({
        file: file.fileName,
        folder: file.path,
        kind: file.kind,
        bytes: file.size,
        sha256: file.sha256,
        uploaded_by: file.uploaderName,
        uploaded_at: file.createdAt.toISOString(),
        is_model: file.id === current?.documentId,
      })) satisfies ExportedSource[],
    }
    return { input, modelVersion: model.version, scenarioVersion: scenarioVersion ?? null }
  }
}

const exportedMetric = (
  metric: ReturnType<typeof presentMetric>,
  base: ExportedScenario | undefined,
  { financial_highlights: highlights }: QualityOfDeal,
): ExportedMetric => {
  const { metric_key: key, unit, source, provenance } = metric
  const override = provenance.override
  const places = highlights[key]?.sources ?? []
  const place = places.find(({ sheet, cell }) => sheet === source?.sheet && cell === source.cell)
  return {
    key,
    label: metric.label,
    unit: unit satisfies MetricUnit,
    value: metric.value,
    kind: metric.kind,
    period: place?.period ?? null,
    source,
    origin: provenance.origin,
    confirmation: provenance.confirmation,
    confirmed_by: provenance.confirmed?.by_name ?? null,
    confidence: metric.confidence,
    workbook_value: override?.workbook_value ?? base?.values[key] ?? (source === null ? null : metric.value),
    override:
      override === null
        ? null
        : { value: override.value, by: override.applied_by_name, at: override.applied_at, reason: override.reason },
  }
}
