import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRounds } from './rounds.ts'

describe('rounds', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('calls each member once per period', () => {
    const rounds = createRounds({ everyMs: 4_800 })
    const calls = Array.from({ length: 130 }, () => vi.fn())
    for (const call of calls) rounds.join(call)
    vi.advanceTimersByTime(3 * 4_800)
    expect(new Set(calls.map(({ mock }) => mock.calls.length))).toEqual(new Set([3]))
  })

  it('spreads the calls over the period with a single timer', () => {
    const rounds = createRounds({ everyMs: 4_800 })
    let called = 0
    for (let member = 0; member < 480; member++) rounds.join(() => called++)
    expect(vi.getTimerCount()).toBe(1)
    const perSlot = Array.from({ length: 48 }, () => {
      const before = called
      vi.advanceTimersByTime(100)
      return called - before
    })
    expect(new Set(perSlot)).toEqual(new Set([10]))
  })

  it('no longer calls a member that has left, even during the call of another, and stops its timer after the last', () => {
    const rounds = createRounds({ everyMs: 4_800 })
    const second = vi.fn()
    let leaveSecond = () => {}
    const leaveFirst = rounds.join(() => leaveSecond())
    leaveSecond = rounds.join(second)
    vi.advanceTimersByTime(2 * 4_800)
    expect(second.mock.calls.length).toBeLessThanOrEqual(1)
    leaveFirst()
    leaveFirst()
    expect(vi.getTimerCount()).toBe(0)
    const again = vi.fn()
    rounds.join(again)
    vi.advanceTimersByTime(4_800)
    expect(again).toHaveBeenCalledTimes(1)
  })
})
