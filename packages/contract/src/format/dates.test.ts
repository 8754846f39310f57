import { expect, it } from 'vitest'
import { formatClock, formatDate, formatDateAndTime, formatDayOfYear, formatLongDate, formatMonth } from './dates.ts'

/** Some versions of the locale data put a narrow space before PM. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ')

it('formats dates and times in the US style', () => {
  const at = new Date(2026, 10, 15, 14, 5, 7)
  expect(formatDate(at)).toBe('Nov 15, 2026')
  expect(formatLongDate(at)).toBe('November 15, 2026')
  expect(formatDayOfYear(at)).toBe('November 15')
  expect(formatMonth(at)).toBe('November 2026')
  expect(plain(formatClock(at))).toBe('2:05 PM')
  expect(plain(formatDateAndTime(at))).toBe('November 15, 2026 at 2:05:07 PM')
})
