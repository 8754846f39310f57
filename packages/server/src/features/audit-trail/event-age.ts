import { auditEventArea, auditEvents, isAuditEventType, isExternalEventType } from '@deal-canvas/contract'
import type { EntryRow } from './audit-trail.store.ts'
import { dataOf } from './event-data.ts'

/**
 * Events that hold texts of outside pipelines or users. Events that verification relies on are never erased, in any
 * version.
 */
export const isErasable = (type: string): boolean =>
  isAuditEventType(type) ? auditEvents[type].erasable : isExternalEventType(type)

const digestFields = ['digest', 'digests', 'numbers_digest']

/** Whether only a version with digests and signed heads can have written the event. */
export const isOfSignedAge = (entry: Pick<EntryRow, 'type' | 'data'>): boolean => {
  if (auditEventArea(entry.type) === 'audit') return true
  // Outside pipelines choose their field names freely, so these prove nothing.
  if (entry.data === null || isErasable(entry.type)) return false
  const data = dataOf(entry)
  return digestFields.some((field) => Object.hasOwn(data, field))
}

/** Whether the event can belong to a trail of an earlier version that still waits for its baseline. */
export const mayPrecedeBaseline = (entry: Pick<EntryRow, 'type' | 'data'>): boolean =>
  !isOfSignedAge(entry) && (entry.data !== null || isErasable(entry.type))
