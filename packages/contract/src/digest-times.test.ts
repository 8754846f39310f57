import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterQuietHours, type DigestSchedule, isTimeZone, nextDigest } from './digest-times.ts'

const schedule = (more: Partial<DigestSchedule> = {}): DigestSchedule => ({
  frequency: 'daily',
  weekday: 1,
  hour: 8,
  quietHours: null,
  timeZone: 'UTC',
  ...more,
})

/** The next digests of a schedule, as UTC times and local days. */
const times = (wanted: DigestSchedule, after: string, many = 3): string[] => {
  let at = new Date(after)
  return Array.from({ length: many }, () => {
    const next = nextDigest(wanted, at)
    at = next?.at ?? at
    return `${next?.day} ${next?.at.toISOString().slice(0, 16)}Z`
  })
}

const localHour = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at))

describe('the time of the next digest', () => {
  it('is the hour of the time zone, before and after clocks change', () => {
    expect(times(schedule({ timeZone: 'Europe/Berlin' }), '2026-10-24T00:00:00Z')).toEqual([
      '2026-10-24 2026-10-24T06:00Z',
      '2026-10-25 2026-10-25T07:00Z',
      '2026-10-26 2026-10-26T07:00Z',
    ])
    expect(times(schedule({ timeZone: 'America/New_York' }), '2026-03-07T20:00:00Z', 2)).toEqual([
      '2026-03-08 2026-03-08T12:00Z',
      '2026-03-09 2026-03-09T12:00Z',
    ])
    expect(times(schedule({ timeZone: 'Asia/Kathmandu' }), '2026-01-01T00:00:00Z', 1)).toEqual([
      '2026-01-01 2026-01-01T02:15Z',
    ])
  })

  it('is the first of two hours when clocks are set back, and the hour after a skipped one [DIGEST-5]', () => {
    expect(times(schedule({ hour: 1, timeZone: 'America/New_York' }), '2026-11-01T00:00:00Z')).toEqual([
      '2026-11-01 2026-11-01T05:00Z',
      '2026-11-02 2026-11-02T06:00Z',
      '2026-11-03 2026-11-03T06:00Z',
    ])
    expect(times(schedule({ hour: 2, timeZone: 'America/New_York' }), '2026-03-08T00:00:00Z')).toEqual([
      '2026-03-08 2026-03-08T07:00Z',
      '2026-03-09 2026-03-09T06:00Z',
      '2026-03-10 2026-03-10T06:00Z',
    ])
    // Midnight does not exist on the day on which clocks go forward in Cairo.
    expect(times(schedule({ hour: 0, timeZone: 'Africa/Cairo' }), '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-24 2026-04-23T22:00Z',
      '2026-04-25 2026-04-24T21:00Z',
    ])
  })

  it('is once a week on the day that was chosen', () => {
    expect(
      times(schedule({ frequency: 'weekly', weekday: 7, hour: 18, timeZone: 'Asia/Tokyo' }), '2026-11-19T00:00:00Z', 2),
    ).toEqual(['2026-11-22 2026-11-22T09:00Z', '2026-11-29 2026-11-29T09:00Z'])
  })

  it('is the end of quiet hours if it falls into them, also on the next day [DIGEST-4]', () => {
    const late = schedule({ hour: 23, quietHours: { from: 22, to: 6 } })
    expect(times(late, '2026-11-19T12:00:00Z', 2)).toEqual([
      '2026-11-19 2026-11-20T06:00Z',
      '2026-11-20 2026-11-21T06:00Z',
    ])
    // Before the end of the quiet hours, the digest of the day before is still to come.
    expect(times(late, '2026-11-20T03:00:00Z', 1)).toEqual(['2026-11-19 2026-11-20T06:00Z'])
    expect(afterQuietHours(new Date('2026-11-19T09:30:00Z'), schedule({ quietHours: { from: 9, to: 17 } }))).toEqual(
      new Date('2026-11-19T17:00:00Z'),
    )
  })

  it('does not exist for digests that are off or sent at once', () => {
    for (const frequency of ['off', 'at_once'] as const)
      expect(nextDigest(schedule({ frequency }), new Date())).toBeUndefined()
  })

  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const hour = fc.integer({ min: 0, max: 23 })
  const quiet = fc.option(fc.record({ from: hour, to: hour }).filter(({ from, to }) => from !== to))
  const any = fc.record<DigestSchedule>({
    frequency: fc.constantFrom('daily', 'weekly'),
    weekday: fc.integer({ min: 1, max: 7 }),
    hour,
    quietHours: quiet,
    timeZone: zone,
  })
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })

  it('is later each time, belongs to another local day each time, skips none, and is never in quiet hours [DIGEST-4, DIGEST-5]', () => {
    fc.assert(
      fc.property(any, instant, (wanted, start) => {
        const step = wanted.frequency === 'daily' ? 1 : 7
        let [at, day] = [start, '']
        for (let count = 0; count < 6; count++) {
          const next = nextDigest(wanted, at)
          if (next === undefined) throw new Error('There is no next time')
          expect(next.at.getTime()).toBeGreaterThan(at.getTime())
          if (day !== '') expect((Date.parse(next.day) - Date.parse(day)) / 86_400_000).toBe(step)
          const local = localHour(next.at, wanted.timeZone)
          const { quietHours } = wanted
          if (quietHours !== null) {
            const { from, to } = quietHours
            const isIn = from < to ? local >= from && local < to : local >= from || local < to
            expect(isIn).toBe(false)
          } else if (local !== wanted.hour) {
            // Only where clocks skip the hour: an hour earlier they show one before it.
            expect(localHour(new Date(next.at.getTime() - 3_600_000), wanted.timeZone)).toBeLessThan(wanted.hour || 24)
          }
          at = next.at
          day = next.day
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is the same asked at any moment before it', () => {
    fc.assert(
      fc.property(any, instant, fc.double({ min: 0, max: 0.999, noNaN: true }), (wanted, start, part) => {
        const next = nextDigest(wanted, start)
        if (next === undefined) throw new Error('There is no next time')
        const between = new Date(start.getTime() + Math.floor((next.at.getTime() - start.getTime()) * part))
        expect(nextDigest(wanted, between)).toEqual(next)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the names of time zones', () => {
  it('are those that the runtime knows, and no offsets', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(isTimeZone(name)).toBe(true)
    for (const name of ['', 'Europe/Atlantis', '+01:00', '-0500', 'Etc', '../etc/passwd'])
      expect(isTimeZone(name)).toBe(false)
  })
})
