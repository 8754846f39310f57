import type { DealTier, MetricUnit } from '@deal-canvas/contract'
import type { FactPlace } from '@deal-canvas/facts'
import type { Database } from '../../platform/database/database.ts'
import { listed } from '../../platform/database/listed.ts'
import { markedName } from '../../platform/database/marked-name.ts'
import type { MetricRow } from '../metrics/index.ts'
import type { Entry } from './search.store.ts'

export type HitsStore = ReturnType<typeof createHitsStore>

interface Text {
  dealId: string
  ref: string
  title: string
  text: string
  at: Date
}

export interface FoundMetric {
  dealId: string
  metric: Pick<MetricRow, 'metricKey' | 'label' | 'unit' | 'value' | 'kind' | 'source' | 'confidence' | 'computedShare'>
  at: Date
  tier: DealTier
  currency: string | null
  isOverridden: boolean
  isChosen: boolean
  isFrozen: boolean
}

export interface FoundPassage extends Text {
  page: number | null
  sheet: string | null
  cell: string | null
}

export interface FoundFact extends Text {
  value: number
  unit: MetricUnit
  currency: string | null
  place: FactPlace
  fileName: string
  quote: string
}

/** The rows of hits, with the part of their text that is shown. */
export const createHitsStore = (database: Database) => {
  /** For each of the entries: its deal, its ref and the parts of the ref. */
  const wanted = `${listed('$1::text[]', '$2::text[]')} AS w (deal_id, ref)`
  const read = async <Row extends object>(
    name: string,
    text: string,
    entries: readonly Entry[],
    units?: readonly string[],
  ): Promise<Row[]> => {
    if (entries.length === 0) return []
    const { rows } = await database.query<Row & Record<string, unknown>>({
      name: `search_hits_${name}`,
      text,
      values: [
        entries.map(({ dealId }) => dealId),
        entries.map(({ ref }) => ref),
        ...(units === undefined ? [] : [units]),
      ],
    })
    return rows
  }
  const part = (place: number): string => `split_part(w.ref, ' ', ${place})`

  return {
    deals: (entries: readonly Entry[]) =>
      read<Text>(
        'deals',
        `SELECT d.id AS "dealId", '' AS ref, d.name AS title, '' AS text, d.updated_at AS at
          FROM ${wanted} JOIN deals d ON d.id = w.deal_id`,
        entries,
      ),
    metrics: (entries: readonly Entry[]) =>
      read<FoundMetric>(
        'metrics',
        `SELECT m.deal_id AS "dealId", m.updated_at AS at, d.tier, coalesce(r.currency, r.workbook_currency) AS currency,
            json_build_object('metricKey', m.metric_key, 'label', m.label, 'unit', m.unit, 'value', m.value,
              'kind', m.kind, 'source', m.source, 'confidence', m.confidence, 'computedShare', m.computed_share) AS metric,
            EXISTS (SELECT FROM model_overrides o
              WHERE o.deal_id = m.deal_id AND o.metric_key = m.metric_key AND o.reverted_at IS NULL) AS "isOverridden",
            EXISTS (SELECT FROM metric_sources s
              WHERE s.deal_id = m.deal_id AND s.metric_key = m.metric_key AND NOT s.by_template
                AND s.chosen_by IS NOT NULL) AS "isChosen",
            coalesce(o.frozen -> 'metrics' ? m.metric_key, false) AS "isFrozen"
          FROM ${wanted} JOIN deal_metrics m ON m.deal_id = w.deal_id AND m.metric_key = w.ref
            JOIN deals d ON d.id = m.deal_id LEFT JOIN deal_models o ON o.deal_id = m.deal_id
            LEFT JOIN deal_readings r ON r.deal_id = m.deal_id`,
        entries,
      ),
    sections: (entries: readonly Entry[], units: readonly string[]) =>
      read<Text>(
        'sections',
        `SELECT s.deal_id AS "dealId", w.ref, s.title, search_window(search_plain(s.content), $3) AS text, s.updated_at AS at
          FROM ${wanted} JOIN sections s ON s.deal_id = w.deal_id AND s.section_key = w.ref AND s.removed_at IS NULL`,
        entries,
        units,
      ),
    documents: (entries: readonly Entry[]) =>
      read<Text>(
        'documents',
        `SELECT f.deal_id AS "dealId", w.ref, f.file_name AS title, concat_ws(' · ', f.title, f.path) AS text, f.created_at AS at
          FROM ${wanted} JOIN documents f ON f.id = w.ref::uuid AND f.deal_id = w.deal_id`,
        entries,
      ),
    passages: (entries: readonly Entry[], units: readonly string[]) =>
      read<FoundPassage>(
        'passages',
        `SELECT p.deal_id AS "dealId", w.ref, f.file_name AS title, search_window(p.content, $3) AS text, f.created_at AS at,
            p.page, p.sheet, p.cell
          FROM ${wanted} JOIN passages p ON p.deal_id = w.deal_id AND p.document_id = ${part(1)}::uuid
              AND p.position = ${part(2)}::int
            JOIN documents f ON f.id = p.document_id`,
        entries,
        units,
      ),
    facts: (entries: readonly Entry[], units: readonly string[]) =>
      read<FoundFact>(
        'facts',
        `SELECT p.deal_id AS "dealId", w.ref, p.term AS title, search_window(p.quote, $3) AS text, f.created_at AS at,
            p.value, p.unit, p.currency, p.place, p.quote, f.file_name AS "fileName"
          FROM ${wanted} JOIN document_facts p ON p.deal_id = w.deal_id AND p.document_id = ${part(1)}::uuid
              AND p.position = ${part(2)}::int
            JOIN documents f ON f.id = p.document_id`,
        entries,
        units,
      ),
    comments: (entries: readonly Entry[], units: readonly string[]) =>
      read<Text>(
        'comments',
        `SELECT c.deal_id AS "dealId", w.ref, ${markedName('u')} AS title, search_window(c.content, $3) AS text,
            coalesce(c.edited_at, c.created_at) AS at
          FROM ${wanted} JOIN comments c ON c.id = w.ref::uuid AND c.deal_id = w.deal_id AND c.deleted_at IS NULL
            JOIN users u ON u.id = c.author_id`,
        entries,
        units,
      ),
    replies: (entries: readonly Entry[], units: readonly string[]) =>
      read<Text>(
        'replies',
        `SELECT r.deal_id AS "dealId", w.ref, ${markedName('u')} AS title, search_window(r.content, $3) AS text,
            coalesce(r.edited_at, r.created_at) AS at
          FROM ${wanted} JOIN comment_replies r ON r.id = ${part(2)}::uuid AND r.deal_id = w.deal_id
            JOIN comments c ON c.id = r.comment_id AND c.deleted_at IS NULL
            JOIN users u ON u.id = r.author_id`,
        entries,
        units,
      ),
  }
}
