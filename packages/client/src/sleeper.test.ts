import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSleeper } from './sleeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sleep = () => {
  const sleeper = createSleeper()
  const giveUp = new AbortController()
  const up = vi.fn()
  void sleeper.sleep(1_000, giveUp.signal).then(up)
  return { sleeper, giveUp, up }
}

test('sleeps for the given time', async () => {
  const { up } = sleep()
  await vi.advanceTimersByTimeAsync(999)
  expect(up).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(up).toHaveBeenCalled()
})

test('ends the sleep when woken and leaves no timer behind', async () => {
  const { sleeper, up } = sleep()
  sleeper.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(up).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('ends the sleep when its signal aborts, even before it starts', async () => {
  const { sleeper, giveUp, up } = sleep()
  giveUp.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(up).toHaveBeenCalled()
  await sleeper.sleep(1_000, giveUp.signal)
  expect(vi.getTimerCount()).toBe(0)
})
