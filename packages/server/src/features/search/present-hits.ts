import { defaultCurrency, maxAnchorTextLength, type SearchHit, type SearchKind } from '@deal-canvas/contract'
import { statusOf } from '../metrics/index.ts'
import type { FoundFact, FoundMetric, FoundPassage, HitsStore } from './hits.store.ts'
import { markWords, snippetFrom } from './mark-words.ts'
import type { Question } from './read-question.ts'
import type { Entry } from './search.store.ts'

/** A hit before the name of its deal is known. */
export type Found = Omit<SearchHit, 'deal_name' | 'deal_archived'>

export interface FoundEntry extends Entry {
  kind: SearchKind
}

/** What is found at which place, so that hits come back in the order of their entries. */
export const placeOf = (kind: SearchKind, { dealId, ref }: Pick<Entry, 'dealId' | 'ref'>): string =>
  JSON.stringify([kind, dealId, ref])

interface Shown {
  kind: SearchKind
  dealId: string
  ref: string
  title: string
  text: string
  at: Date
  path: string
  number?: Pick<SearchHit, 'value' | 'unit' | 'currency' | 'provenance'>
}

const noNumber = { value: null, unit: null, currency: null, provenance: null }

const canvasOf = (dealId: string, rest = ''): string => `/app/canvas/${encodeURIComponent(dealId)}${rest}`

const withQuery = (path: string, query: Record<string, string | number | null | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return given.length === 0 ? path : `${path}?${given.join('&')}`
}

const pathOfPassage = ({ dealId, ref, page, sheet, cell }: FoundPassage): string => {
  const [documentId, passage] = ref.split(' ')
  const at = canvasOf(dealId, `/documents/${documentId}`)
  return page === null && sheet !== null ? withQuery(at, { sheet, cell }) : withQuery(at, { page, passage })
}

const pathOfFact = ({ dealId, ref, place, quote }: FoundFact): string => {
  const at = canvasOf(dealId, `/documents/${ref.split(' ')[0]}`)
  return place.page === undefined
    ? withQuery(at, { sheet: place.sheet, cell: place.cell })
    : withQuery(at, { page: place.page, quote: [...quote].slice(0, maxAnchorTextLength).join('') })
}

const showMetric = (found: FoundMetric): Shown => {
  const { dealId, metric, at, tier, currency, isOverridden, isChosen, isFrozen } = found
  const having = (has: boolean): { has(): boolean } => ({ has: () => has })
  return {
    kind: 'metric',
    dealId,
    ref: metric.metricKey,
    title: metric.label,
    text: '',
    at,
    // A number without a cell is in no reading; the what-if shows it.
    path: canvasOf(
      dealId,
      withQuery(metric.source === null ? '' : '/numbers', {
        [metric.source === null ? 'whatIf' : 'metric']: metric.metricKey,
      }),
    ),
    number: {
      value: metric.value,
      unit: metric.unit,
      currency: metric.unit === 'currency' ? (currency ?? defaultCurrency) : null,
      provenance: statusOf(metric, {
        tier,
        overrides: having(isOverridden),
        chosen: having(isChosen),
        frozen: isFrozen ? { metrics: [metric.metricKey] } : null,
      }),
    },
  }
}

const present = (shown: Shown, question: Question): Found => {
  const snippet = snippetFrom(shown.text)
  return {
    kind: shown.kind,
    deal_id: shown.dealId,
    title: shown.title,
    // The name of a person is not what was searched.
    title_marks: shown.kind === 'comment' ? [] : markWords(shown.title, question),
    snippet,
    snippet_marks: markWords(snippet, question),
    ...(shown.number ?? noNumber),
    path: shown.path,
    updated_at: shown.at.toISOString(),
  }
}

/** Reads what the entries are about, and shows it. Entries whose row is gone are left out. */
export const presentHits = async (
  store: HitsStore,
  entries: readonly FoundEntry[],
  question: Question,
): Promise<Map<string, Found>> => {
  const of = (kind: SearchKind, isPart = false): FoundEntry[] =>
    entries.filter((entry) => entry.kind === kind && (kind === 'fact' || entry.ref.includes(' ') === isPart))
  const { units } = question
  const shown: Shown[] = [
    ...(await store.deals(of('deal'))).map((row) => ({ kind: 'deal' as const, ...row, path: canvasOf(row.dealId) })),
    ...(await store.metrics(of('metric'))).map(showMetric),
    ...(await store.sections(of('section'), units)).map((row) => ({
      kind: 'section' as const,
      ...row,
      path: canvasOf(row.dealId, withQuery('', { section: row.ref })),
    })),
    ...(await store.documents(of('document'))).map((row) => ({
      kind: 'document' as const,
      ...row,
      path: canvasOf(row.dealId, `/documents/${row.ref}`),
    })),
    ...(await store.passages(of('document', true), units)).map((row) => ({
      kind: 'document' as const,
      ...row,
      path: pathOfPassage(row),
    })),
    ...(await store.facts(of('fact'), units)).map((row) => ({
      kind: 'fact' as const,
      ...row,
      path: pathOfFact(row),
      number: { value: row.value, unit: row.unit, currency: row.currency, provenance: null },
    })),
    ...[...(await store.comments(of('comment'), units)), ...(await store.replies(of('comment', true), units))].map(
      (row) => ({
        kind: 'comment' as const,
        ...row,
        path: canvasOf(row.dealId, withQuery('', { comment: row.ref.split(' ')[0] })),
      }),
    ),
  ]
  return new Map(shown.map((one) => [placeOf(one.kind, one), present(one, question)]))
}
