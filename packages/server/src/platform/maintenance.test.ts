import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMaintenance } from './maintenance.ts'

const everyMs = 1000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ignore = (): void => undefined

describe('maintenance tasks', () => {
  it('runs every task, one after another, each time the interval has passed', async () => {
    const order: string[] = []
    const task = (name: string) => async () => {
      order.push(`${name} begins`)
      await Promise.resolve()
      order.push(`${name} ends`)
    }
    const { close } = createMaintenance({ tasks: { a: task('a'), b: task('b') }, everyMs, onError: ignore })
    expect(order).toEqual([])
    await vi.advanceTimersByTimeAsync(everyMs)
    const round = ['a begins', 'a ends', 'b begins', 'b ends']
    expect(order).toEqual(round)
    await vi.advanceTimersByTimeAsync(everyMs)
    expect(order).toEqual([...round, ...round])
    await close()
  })

  it('reports a failed task, runs the remaining tasks, and runs it again at the next interval', async () => {
    const [onError, good] = [vi.fn(), vi.fn(async () => undefined)]
    const bad = async () => {
      throw new Error('no')
    }
    const { close } = createMaintenance({ tasks: { bad, good }, everyMs, onError })
    await vi.advanceTimersByTimeAsync(everyMs * 2)
    expect(onError.mock.calls).toEqual([[new Error('no')], [new Error('no')]])
    expect(good).toHaveBeenCalledTimes(2)
    await close()
  })

  it('never runs the same task twice at the same time', async () => {
    let [running, maxRunning] = [0, 0]
    const slow = async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setTimeout(resolve, everyMs * 2.5))
      running -= 1
    }
    const { close } = createMaintenance({ tasks: { slow }, everyMs, onError: ignore })
    await vi.advanceTimersByTimeAsync(everyMs * 10)
    expect(maxRunning).toBe(1)
    const closed = close()
    await vi.advanceTimersByTimeAsync(everyMs * 30)
    await closed
  })

  it('lets the running task finish on close and starts no other', async () => {
    let finished = 0
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, everyMs / 2))
      finished += 1
    }
    const { close } = createMaintenance({ tasks: { slow }, everyMs, onError: ignore })
    await vi.advanceTimersByTimeAsync(everyMs)
    const closed = close()
    expect(finished).toBe(0)
    await vi.advanceTimersByTimeAsync(everyMs)
    await closed
    expect(finished).toBe(1)
    await vi.advanceTimersByTimeAsync(everyMs * 5)
    expect(finished).toBe(1)
  })
})
