import { uiMessages } from '../messages/ui.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const date = (at: Date, year: boolean): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(year ? { year: 'numeric' } : {}) })

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** When something happened, as a person says it. A clock that runs ahead still gives "now". */
export const formatTime = (instant: string, now: Date): string => {
  const at = new Date(instant)
  const ago = now.getTime() - at.getTime()
  if (ago < minute) return uiMessages.justNow()
  if (ago < hour) return uiMessages.minutesAgo({ count: Math.floor(ago / minute) })
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
  if (days === 0) return uiMessages.hoursAgo({ count: Math.floor(ago / hour) })
  return days === 1 ? uiMessages.yesterday() : date(at, at.getFullYear() !== now.getFullYear())
}

/** "14:32", on the reader's own clock. */
export const clockTime = (at: Date): string => at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

export const formatMonth = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })
