import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { formatTime } from '../../ui/format-time.ts'

const dayOf = (at: Date): string => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`

interface Day<Entry> {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** Groups entries (newest first) by day in the reader's time zone. */
export const byDay = <Entry extends { readonly ts: string }>(entries: readonly Entry[], now: Date): Day<Entry>[] => {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = dayOf(new Date(entry.ts))
    const of = days.get(day)
    if (of === undefined) days.set(day, [entry])
    else of.push(entry)
  }
  return [...days].map(([day, of]) => ({ name: nameOf(day, of[0]?.ts ?? '', now), entries: of }))
}

const nameOf = (day: string, ts: string, now: Date): string => {
  if (day === dayOf(now)) return messages.today()
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return messages.yesterday()
  return formatTime(ts, now)
}
