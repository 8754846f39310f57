import type { Referred } from '@deal-canvas/client'
import {
  type AuditEventArea,
  type AuditEventType,
  auditEvents,
  type Canvas,
  type DealEvent,
  isAuditEventType,
  isExternalEventType,
  type Section,
} from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { applyCommentEvent, applyThings } from '../comments/cache/apply-comment-event.ts'
import { inOrder, placedAfter } from './place-sections.ts'

/** The comparison is a part of the scenarios; it, the limits and the uncertain inputs show values of the model. */
const scenarios = ['scenarios', 'thresholds', 'uncertainty', 'blocks'] as const
const numbers = ['metrics', 'quality', 'model', 'reading', 'memo-versions', 'committee', ...scenarios] as const
const deal = ['canvas', 'documents', 'people', 'blocks', 'committee', 'conditions', 'requests'] as const

/** The queries to invalidate after an event, by area. Threads and sections come with their events. */
const staleAfter: Readonly<Record<AuditEventArea, readonly string[]>> = {
  answer: [],
  audit: [],
  brush: [],
  canvas: deal,
  comment: [],
  committee: ['committee'],
  condition: ['conditions'],
  deal,
  document: deal,
  draft: ['provider-drafts'],
  evidence: [],
  export: ['exports'],
  feedback: ['ratings'],
  finding: ['quality'],
  metric: numbers,
  metrics: numbers,
  model: numbers,
  readiness: [],
  reply: [],
  request: ['requests'],
  ripple: numbers,
  scenario: [...scenarios, 'committee'],
  section: ['memo-versions', 'removed-sections', 'section-templates', 'committee'],
  sign_off: ['committee'],
  suggestion: ['memo-versions', 'committee'],
  superadmin: [],
  // A contradiction, and a breach in the presented scenario, is a finding.
  contradiction: ['quality', 'reconciliation', 'blocks'],
  threshold: [...scenarios, 'quality'],
  vote: ['committee', 'ratings'],
  votes: ['committee', 'ratings'],
}

/**
 * What is uncertain changes no value: the comparison stays as it is. An open what-if that uses the settings of the
 * scenario runs again.
 */
const uncertainty = ['uncertainty', 'simulation', 'blocks'] as const

/** Checks only the identifying fields: client and service share one contract. */
const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && 'section_key' in value && 'content' in value

const withSection = (sections: readonly Section[], next: Section): Section[] => {
  const known = sections.find(({ section_key }) => section_key === next.section_key)
  if (known === undefined) return [...sections, next]
  // A canvas that was refetched in the meantime can be newer than this event.
  if (known.version > next.version) return [...sections]
  return sections.map((section) => (section === known ? next : section))
}

const changeSections = (
  queries: QueryClient,
  dealId: string,
  change: (sections: readonly Section[]) => Section[],
): void => {
  queries.setQueryData<Canvas>([...dealKey(dealId), 'canvas'], (canvas) =>
    canvas === undefined ? undefined : { ...canvas, sections: change(canvas.sections) },
  )
}

/** Applies a section returned by the user's own save; all others get it through the live channel. */
export const applySection = (queries: QueryClient, dealId: string, section: Section): void =>
  changeSections(queries, dealId, (sections) => withSection(sections, section))

/** Applies the user's own order; all others get it through the live channel. */
export const applyOrder = (queries: QueryClient, dealId: string, keys: readonly unknown[]): void =>
  changeSections(queries, dealId, (sections) => inOrder(sections, keys))

/** Takes a section that was removed out of the memo. */
export const applyRemoval = (queries: QueryClient, dealId: string, key: unknown): void =>
  changeSections(queries, dealId, (sections) => sections.filter(({ section_key }) => section_key !== key))

/** Puts a section of the user's own behind another one, or first (null). */
export const placeSection = (queries: QueryClient, dealId: string, key: string, after: string | null): void =>
  changeSections(queries, dealId, (sections) => placedAfter(sections, key, after))

const isPlace = (value: unknown): value is string | null => value === null || typeof value === 'string'

const applySectionEvent = (
  queries: QueryClient,
  dealId: string,
  { type, data }: Pick<DealEvent, 'type' | 'data'>,
): void => {
  const { section, section_key: key, section_keys: keys, after } = data ?? {}
  if (isSection(section)) {
    applySection(queries, dealId, section)
    if (isPlace(after)) placeSection(queries, dealId, section.section_key, after)
  }
  if (section === null) applyRemoval(queries, dealId, key)
  if (type === ('section.ordered' satisfies AuditEventType) && Array.isArray(keys)) applyOrder(queries, dealId, keys)
  if (type === ('section.marked_stale' satisfies AuditEventType) && Array.isArray(keys))
    changeSections(queries, dealId, (all) =>
      all.map((section) => (keys.includes(section.section_key) ? { ...section, stale: true } : section)),
    )
}

/**
 * Applies content that was too large for its event and was fetched separately. The event itself was already applied and
 * counted.
 */
export const applyReferred = (
  queries: QueryClient,
  dealId: string,
  { type, data }: Pick<DealEvent, 'type' | 'data'>,
  { section, comment }: Referred,
): void => {
  if (section !== undefined) applySectionEvent(queries, dealId, { type, data: { ...data, section } })
  applyThings(queries, dealId, { ...data, section, comment })
}

/** Updates the cached data of a deal after an event. */
export const applyDealEvent = (queries: QueryClient, dealId: string, event: DealEvent): void => {
  const askAnew = (...parts: string[]) => {
    for (const part of parts) void queries.invalidateQueries({ queryKey: [...dealKey(dealId), part] })
  }
  applySectionEvent(queries, dealId, event)
  const { type } = event
  if (isAuditEventType(type)) {
    const { area, carries, movesNumbers } = auditEvents[type]
    // The service has relocated or detached comments on documents.
    if (type === 'comment.followed' || type === 'document.removed') askAnew('comments', 'comment')
    if (carries.length > 0) applyCommentEvent(queries, dealId, event)
    askAnew(...(type === 'scenario.uncertainty_changed' ? uncertainty : staleAfter[area]))
    // Until the metrics are loaded, the memo shows the numbers that came with the canvas.
    if (movesNumbers && queries.getQueryData([...dealKey(dealId), 'metrics']) === undefined) askAnew('canvas')
    // Another scenario in the memo changes its numbers; other events about scenarios do not.
    if (type === 'canvas.built' || movesNumbers) askAnew(...numbers)
  } else if (!isExternalEventType(type)) {
    // An event type of a newer service: anything may have changed.
    void queries.invalidateQueries({ queryKey: dealKey(dealId) })
  }
  // Nearly every event can open or close something.
  askAnew('record', 'readiness')
}
