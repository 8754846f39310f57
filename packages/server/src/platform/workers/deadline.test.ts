import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDeadline } from './deadline.ts'

/** A deadline of one second for a task that gets a share of the CPU; returns when it ended, in wall-clock time. */
const endAt = (share: number): number | undefined => {
  const startedAt = Date.now()
  let endedAt: number | undefined
  const meters = { clockMs: () => Date.now(), processorMs: () => (Date.now() - startedAt) * share }
  startDeadline(1_000, () => (endedAt = Date.now() - startedAt), meters)
  vi.advanceTimersByTime(60_000)
  return endedAt
}

describe('task deadline', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends a task that has the CPU to itself when its time is up', () => {
    expect(endAt(1)).toBe(1_000)
  })

  it('gives a task on a busy machine the CPU time it was promised', () => {
    expect(endAt(0.5)).toBeGreaterThanOrEqual(2_000)
    expect(endAt(0.5)).toBeLessThan(2_010)
  })

  it('ends a task that uses no CPU after four times the deadline', () => {
    expect(endAt(0)).toBe(4_000)
  })

  it('never ends a task sooner because other threads also use the CPU', () => {
    expect(endAt(2)).toBe(1_000)
  })

  it('ends nothing once the deadline is cleared', () => {
    let ended = 0
    startDeadline(1_000, () => void ended++).clear()
    vi.advanceTimersByTime(60_000)
    expect(ended).toBe(0)
  })
})
