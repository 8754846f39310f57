import { describe, expect, it } from 'vitest'
import { addDays, dayOf, endOfDay } from './access-day.ts'

describe('the day on which the access of a guest ends', () => {
  it('is read back as the same day, whatever the time zone', () => {
    for (const day of ['2026-01-01', '2026-03-29', '2026-12-31']) {
      const end = endOfDay(day) ?? expect.fail('There is no end')
      expect(dayOf(new Date(end))).toBe(day)
      expect(dayOf(addDays(new Date(end), 1)) > day).toBe(true)
    }
  })

  it('does not exist for what is not a day', () => {
    for (const day of ['', '2026-13-01', 'tomorrow']) expect(endOfDay(day)).toBeUndefined()
  })
})
