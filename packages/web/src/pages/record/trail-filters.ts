import { type AuditEventArea, type AuditTrailEntry, auditEventArea, isExternalEventType } from '@deal-canvas/contract'
import { isAboutMetric } from './metric-moves.ts'

/** Events of external systems are one area, and unknown types of a newer service are another. */
export type TrailArea = AuditEventArea | 'ext' | 'other'

export interface TrailFilters {
  /** Empty: any actor. */
  readonly actorId: string
  /** Empty: any area. */
  readonly area: TrailArea | ''
  /** Maximum age in days; 0: unlimited. */
  readonly days: number
  /** Empty: no filter. */
  readonly metricKey: string
}

export const noFilters: TrailFilters = { actorId: '', area: '', days: 0, metricKey: '' }

const dayMs = 86_400_000

/** The area of an event type, such as comment or section. */
export const areaOf = (type: string): TrailArea => auditEventArea(type) ?? (isExternalEventType(type) ? 'ext' : 'other')

export const isWanted = (
  { actor_id: actor, type, ts, data }: AuditTrailEntry,
  filters: TrailFilters,
  now: Date,
): boolean =>
  (filters.actorId === '' || actor === filters.actorId) &&
  (filters.metricKey === '' || isAboutMetric(data, filters.metricKey)) &&
  (filters.area === '' || areaOf(type) === filters.area) &&
  (filters.days === 0 || now.getTime() - Date.parse(ts) <= filters.days * dayMs)

/** Whether older events can still match: not if they are before the time span. */
export const mayHaveMore = (oldest: AuditTrailEntry | undefined, { days }: TrailFilters, now: Date): boolean =>
  oldest === undefined || days === 0 || now.getTime() - Date.parse(oldest.ts) <= days * dayMs
