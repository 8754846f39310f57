import type { JournalEntry } from '@deal-canvas/contract'
import { isAboutMetric } from './metric-moves.ts'

export interface TrailFilters {
  /** Empty: anyone. */
  readonly actorId: string
  /** Empty: anything. The part before the first dot, such as `comment`. */
  readonly area: string
  /** Of so many days back; 0: ever. */
  readonly days: number
  /** Empty: any or none. */
  readonly metricKey: string
}

export const noFilters: TrailFilters = { actorId: '', area: '', days: 0, metricKey: '' }

const dayMs = 86_400_000

/** What an entry is about: a comment, a section. What outside programs write is one area. */
export const areaOf = (type: string): string => type.slice(0, Math.max(0, type.indexOf('.'))) || type

export const isWanted = (
  { actor_id: actor, type, ts, data }: JournalEntry,
  filters: TrailFilters,
  now: Date,
): boolean =>
  (filters.actorId === '' || actor === filters.actorId) &&
  (filters.metricKey === '' || isAboutMetric(data, filters.metricKey)) &&
  (filters.area === '' || areaOf(type) === filters.area) &&
  (filters.days === 0 || now.getTime() - Date.parse(ts) <= filters.days * dayMs)

/** Whether older entries can still be wanted: those before the span are not. */
export const mayHaveMore = (oldest: JournalEntry | undefined, { days }: TrailFilters, now: Date): boolean =>
  oldest === undefined || days === 0 || now.getTime() - Date.parse(oldest.ts) <= days * dayMs
