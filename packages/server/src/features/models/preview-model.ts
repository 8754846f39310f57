import type { WorkbookPreview } from '@deal-canvas/contract'
import { columnName, kindOf, sameValue, type WorkbookDifference } from '@deal-canvas/engine'
import type { Documents } from '../documents/index.ts'
import type { Sections } from '../memo/index.ts'
import type { FoundMetric, MetricRow, Metrics } from '../metrics/index.ts'
import type { ComparisonThread } from './comparison-thread.ts'
import { sectionsCiting } from './differences.ts'
import type { Models } from './models.service.ts'
import { goneFrom } from './take-in-model.ts'

interface Deps {
  models: Pick<Models, 'buildNamed' | 'current'>
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'all'>
  documents: Pick<Documents, 'all' | 'find' | 'bytes'>
  thread: Pick<ComparisonThread, 'compare'>
}

export type PreviewModel = ReturnType<typeof createPreviewModel>

/** What would change if a deal took its numbers from another workbook. Nothing is written. */
export const createPreviewModel = ({ models, metrics, sections, documents, thread }: Deps) => {
  const compareFiles = async (
    dealId: string,
    documentId: string,
    signal: AbortSignal,
  ): Promise<WorkbookDifference | undefined> => {
    const current = await models.current(dealId)
    const present = (await documents.all(dealId)).find(({ id }) => id === current?.documentId)
    if (present === undefined || present.sha256 !== current?.sha256) return undefined
    const next = await documents.find(dealId, documentId)
    const [before, after] = await Promise.all([documents.bytes(present), documents.bytes(next)])
    return thread.compare({ before, after }, signal)
  }

  return async (dealId: string, documentId: string, signal: AbortSignal): Promise<WorkbookPreview> => {
    const { document, built } = await models.buildNamed(dealId, documentId, signal)
    const [rows, all, difference] = await Promise.all([
      metrics.all(dealId),
      sections.all(dealId),
      compareFiles(dealId, document.id, signal),
    ])
    const gone = goneFrom(rows, built.metrics)
    const moved = movedMetrics(rows, built.metrics, gone)
    return {
      model_version: built.basedOn,
      document_id: document.id,
      file_name: document.fileName,
      tier: built.tier,
      metrics: moved,
      lost: [...new Set([...gone, ...built.lostSources].map(({ metricKey }) => metricKey))],
      lost_overrides: [...built.lostOverrides],
      stale_sections: sectionsCiting(
        moved.map(({ metric_key: metricKey, before, after }) => ({ metricKey, before, after })),
        all,
      ),
      compared: difference !== undefined,
      ...presentDifference(difference ?? noDifference),
    }
  }
}

const movedMetrics = (
  rows: readonly MetricRow[],
  found: readonly FoundMetric[],
  gone: readonly MetricRow[],
): WorkbookPreview['metrics'] => {
  const before = new Map(rows.map((row) => [row.metricKey, row]))
  return [
    ...found.flatMap(({ metricKey, value, ...own }) => {
      const former = before.get(metricKey)?.value ?? null
      const named = before.get(metricKey) ?? kindOf(metricKey)
      const [label, unit] = [own.label ?? named?.label, own.unit ?? named?.unit]
      if (sameValue(value, former) || label === undefined || unit === undefined) return []
      return [{ metric_key: metricKey, label, unit, before: former, after: value }]
    }),
    ...gone.map(({ metricKey, label, unit, value }) => ({
      metric_key: metricKey,
      label,
      unit,
      before: value,
      after: null,
    })),
  ]
}

const none = { items: [], count: 0 }
const noDifference: WorkbookDifference = {
  sheetsAdded: [],
  sheetsRemoved: [],
  rows: none,
  columns: none,
  inputs: none,
  formulas: none,
}

const shown = (value: number | boolean): string =>
  typeof value === 'number' ? String(value) : value ? 'TRUE' : 'FALSE'

const presentDifference = ({ sheetsAdded, sheetsRemoved, rows, columns, inputs, formulas }: WorkbookDifference) => ({
  sheets_added: sheetsAdded,
  sheets_removed: sheetsRemoved,
  inputs: inputs.items.map(({ before, after, ...place }) => ({ ...place, before: shown(before), after: shown(after) })),
  inputs_count: inputs.count,
  formulas: formulas.items,
  formulas_count: formulas.count,
  rows: rows.items.map(({ at, ...line }) => ({ ...line, row: at + 1 })),
  rows_count: rows.count,
  columns: columns.items.map(({ at, ...line }) => ({ ...line, column: columnName(at) })),
  columns_count: columns.count,
})
