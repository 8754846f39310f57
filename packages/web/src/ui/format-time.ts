import { formatClock, formatDayOfYear, formatLongDate, formatMonth as formatMonthOf } from '@deal-canvas/contract'
import { uiMessages } from '../messages/ui.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** When something happened, in relative terms. A timestamp in the future, from a clock that runs ahead, gives "now". */
export const formatTime = (instant: string, now: Date): string => {
  const at = new Date(instant)
  const ago = now.getTime() - at.getTime()
  if (ago < minute) return uiMessages.justNow()
  if (ago < hour) return uiMessages.minutesAgo({ count: Math.floor(ago / minute) })
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
  if (days === 0) return uiMessages.hoursAgo({ count: Math.floor(ago / hour) })
  if (days === 1) return uiMessages.yesterday()
  return at.getFullYear() === now.getFullYear() ? formatDayOfYear(at) : formatLongDate(at)
}

/** "2:32 PM", in the reader's time zone. */
export const clockTime = formatClock

export const formatMonth = (instant: string): string => formatMonthOf(new Date(instant))
