import { describe, expect, it } from 'vitest'
import { createDemoClock } from './demo-clock.ts'
import { dayBefore, momentsOf } from './demo-days.ts'

const today = new Date('2026-11-16T00:00:30Z')

describe('demo dates', () => {
  it('spreads demo events over their weeks in strict order and never into the future', () => {
    const moments = momentsOf(30, { from: 30, to: 1 }, today)
    const times = moments.map((moment) => moment.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(30)
    expect(new Set(moments.map((moment) => moment.toISOString().slice(0, 10))).size).toBeGreaterThan(10)
    expect(Math.min(...times)).toBeGreaterThan(dayBefore(today, 30, 8).getTime())
    expect(Math.max(...times)).toBeLessThan(today.getTime())
  })

  it('runs the demo clock from a past moment and returns it to the present', () => {
    let time = today.getTime()
    const clock = createDemoClock(() => new Date(time))
    clock.goTo(dayBefore(today, 3, 9))
    expect(clock.now().toISOString()).toBe('2026-11-13T09:00:00.000Z')
    time += 5_000
    expect(clock.now().toISOString()).toBe('2026-11-13T09:00:05.000Z')
    clock.backToPresent()
    expect(clock.now().getTime()).toBe(time)
  })
})
