import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNaps } from './naps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sleep = () => {
  const naps = createNaps()
  const giveUp = new AbortController()
  const up = vi.fn()
  void naps.nap(1_000, giveUp.signal).then(up)
  return { naps, giveUp, up }
}

test('a nap lasts as long as it is meant to', async () => {
  const { up } = sleep()
  await vi.advanceTimersByTimeAsync(999)
  expect(up).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(up).toHaveBeenCalled()
})

test('a nap ends when it is woken, and leaves no timer behind', async () => {
  const { naps, up } = sleep()
  naps.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(up).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a nap ends when nobody wants it any more, also when that was so from the start', async () => {
  const { naps, giveUp, up } = sleep()
  giveUp.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(up).toHaveBeenCalled()
  await naps.nap(1_000, giveUp.signal)
  expect(vi.getTimerCount()).toBe(0)
})
