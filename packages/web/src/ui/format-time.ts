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
  if (ago < minute) return 'now'
  if (ago < hour) return `${Math.floor(ago / minute)} min ago`
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
  if (days === 0) return `${Math.floor(ago / hour)} h ago`
  return days === 1 ? 'yesterday' : date(at, at.getFullYear() !== now.getFullYear())
}

/** "14:32", on the reader's own clock. */
export const clockTime = (at: Date): string => at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

export const formatMonth = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })
