import type { EntryRow } from './audit-trail.store.ts'
import { dataOf } from './event-data.ts'

/** Events that hold words of outside pipelines or of people. What the proof rests on is never erased, in no version. */
export const isErasable = (type: string): boolean => type.startsWith('ext.') || type === 'deal.reopened'

const digestFields = ['digest', 'digests', 'numbers_digest']

/** Whether only a version with digests and signed heads can have written it. */
export const isOfSignedAge = (entry: Pick<EntryRow, 'type' | 'data'>): boolean => {
  if (entry.type.startsWith('audit.')) return true
  // What an outside pipeline sends has fields of any name.
  if (entry.data === null || isErasable(entry.type)) return false
  const data = dataOf(entry)
  return digestFields.some((field) => Object.hasOwn(data, field))
}

/** Whether a trail with this event can be one that an earlier version made, and that waits for its baseline. */
export const mayPrecedeBaseline = (entry: Pick<EntryRow, 'type' | 'data'>): boolean =>
  !isOfSignedAge(entry) && (entry.data !== null || isErasable(entry.type))
