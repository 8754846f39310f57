import { formatNumber } from './numbers.ts'

const day = 86_400_000
/** Day zero of spreadsheet dates. */
const dayZero = Date.UTC(1899, 11, 30)
/** The largest distance from 1970 that a Date supports. */
const maxTime = 8.64e15

const short = { day: 'numeric', month: 'short', year: 'numeric' } as const
const serialDates = new Intl.DateTimeFormat('en-US', { ...short, timeZone: 'UTC' })

/** "Nov 15, 2025": the date of a spreadsheet serial number. */
export const formatSerialDate = (serial: number): string => {
  const at = dayZero + serial * day
  // A workbook can contain a number that is not a valid date.
  return Math.abs(at) <= maxTime ? serialDates.format(at) : formatNumber(serial)
}

/** "Nov 19, 2026": a calendar day such as 2026-11-19, the same in every time zone. */
export const formatCalendarDay = (day: string): string => serialDates.format(new Date(`${day}T00:00:00Z`))

/** "Nov 12, 2025", in the reader's time zone. */
export const formatDate = (at: Date): string => at.toLocaleDateString('en-US', short)

/** "November 12, 2025". */
export const formatLongDate = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long' })

/** "November 12": when the year is obvious. */
export const formatDayOfYear = (at: Date): string => at.toLocaleDateString('en-US', { day: 'numeric', month: 'long' })

/** "November 2025". */
export const formatMonth = (at: Date): string => at.toLocaleDateString('en-US', { month: 'long', year: 'numeric' })

/** "2:32 PM". */
export const formatClock = (at: Date): string => at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

/** "November 12, 2025 at 2:32:07 PM". */
export const formatDateAndTime = (at: Date): string =>
  at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'medium' })
