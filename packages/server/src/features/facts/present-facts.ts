import type { DocumentFact, ReconciliationFinding } from '@deal-canvas/contract'
import type { MetricRow } from '../metrics/index.ts'
import type { FactReadingRow, FactRow } from './facts.store.ts'
import type { ShownFinding } from './reconciliation.store.ts'

export const presentFact = (row: FactRow): DocumentFact => ({
  document_id: row.documentId,
  position: row.position,
  metric_key: row.metricKey,
  term: row.term,
  value: row.value,
  unit: row.unit,
  currency: row.currency,
  period: row.period?.label ?? null,
  qualifier: row.qualifier,
  page: row.place.page ?? null,
  sheet: row.place.sheet ?? null,
  cell: row.place.cell ?? null,
  box: row.place.box === undefined ? null : [...row.place.box],
  quote: row.quote,
  confidence: row.confidence,
  bound: row.bound,
  origin: row.origin,
})

export const presentReading = ({ documentId, dueAt, problem, facts, tables, flags }: FactReadingRow) => ({
  document_id: documentId,
  status: dueAt === null ? (problem === null ? ('ready' as const) : ('failed' as const)) : ('pending' as const),
  facts,
  tables,
  flags,
})

/** What a finding refers to besides its own numbers. */
export interface FindingContext {
  metrics: ReadonlyMap<string, MetricRow>
  fileNames: ReadonlyMap<string, string>
  citedIn(metricKey: string): string[]
  labelOf(metricKey: string): string
}

const nowhere = { page: null, sheet: null, cell: null, box: null, quote: null }

export const presentFinding = (row: ShownFinding, context: FindingContext): ReconciliationFinding => {
  const { metrics, fileNames, citedIn, labelOf } = context
  const source = metrics.get(row.metricKey)?.source ?? null
  const difference = Math.abs(row.value) - Math.abs(row.otherValue)
  const nameOf = (documentId: string): string => fileNames.get(documentId) ?? ''
  return {
    id: row.id,
    status: row.status,
    metric_key: row.metricKey,
    label: labelOf(row.metricKey),
    unit: row.unit,
    period: row.period,
    qualifier: row.qualifier,
    stated: {
      document_id: row.documentId,
      file_name: nameOf(row.documentId),
      value: row.value,
      ...row.place,
      quote: row.place.quote,
    },
    compared_with:
      row.otherDocumentId === null
        ? {
            ...nowhere,
            document_id: null,
            file_name: source?.file ?? '',
            value: row.otherValue,
            sheet: source?.sheet ?? null,
            cell: source?.cell ?? null,
          }
        : {
            document_id: row.otherDocumentId,
            file_name: nameOf(row.otherDocumentId),
            value: row.otherValue,
            ...(row.otherPlace ?? nowhere),
          },
    difference: Number(difference.toPrecision(12)),
    relative_difference: row.otherValue === 0 ? null : difference / Math.abs(row.otherValue),
    severity: row.severity,
    effects: row.effects.map(({ metricKey, before, after }) => ({
      metric_key: metricKey,
      label: labelOf(metricKey),
      unit: metrics.get(metricKey)?.unit ?? 'ratio',
      before,
      after,
    })),
    cited_in: citedIn(row.metricKey),
    settlement:
      row.choice === null || row.settledAt === null
        ? null
        : {
            choice: row.choice,
            reason: row.reason ?? '',
            by: row.settledByName,
            at: row.settledAt.toISOString(),
          },
    version: row.version,
  }
}
