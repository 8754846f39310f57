import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const given = () => {
  const answer = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  const events = new EventTarget()
  const window = Object.assign(events, {
    setTimeout: (act: () => void, ms: number) => Number(globalThis.setTimeout(act, ms)),
    clearTimeout: globalThis.clearTimeout,
  })
  const connection = createConnection({ fetch: answer, window })
  return { answer, events, connection }
}

const away = async () => {
  throw new TypeError('fetch failed')
}

describe('the connection', () => {
  test('is lost when a call fails on the way, and the caller still hears of it', async () => {
    const { answer, connection } = given()
    answer.mockImplementation(away)
    await expect(connection.fetch('/api')).rejects.toThrow('fetch failed')
    expect(connection.reachable.get()).toBe(false)
  })

  test('is not lost when a caller gives up, nor when the service refuses', async () => {
    const { answer, connection } = given()
    answer.mockRejectedValueOnce(new DOMException('given up', 'AbortError'))
    await expect(connection.fetch('/api')).rejects.toThrow('given up')
    answer.mockResolvedValueOnce(new Response('{}', { status: 503 }))
    await connection.fetch('/api')
    expect(connection.reachable.get()).toBe(true)
  })

  test('is lost when a gateway says that nobody is behind it', async () => {
    const { answer, connection } = given()
    answer.mockResolvedValueOnce(new Response('', { status: 502 }))
    await connection.fetch('/api')
    expect(connection.reachable.get()).toBe(false)
  })

  test('once lost, is asked for ever more seldom until it is back', async () => {
    const { answer, connection } = given()
    answer.mockImplementation(away)
    await connection.fetch('/api').catch(() => undefined)
    answer.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    // After 1, 3, 7, 15, 30, 45 and 60 seconds.
    expect(answer).toHaveBeenCalledTimes(7)
    answer.mockImplementation(async () => new Response('{}'))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(connection.reachable.get()).toBe(true)
    answer.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answer).not.toHaveBeenCalled()
  })

  test('is asked for at once when the browser says it is online again', async () => {
    const { answer, events, connection } = given()
    events.dispatchEvent(new Event('offline'))
    expect(connection.reachable.get()).toBe(false)
    events.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(answer).toHaveBeenCalledTimes(1)
    expect(connection.reachable.get()).toBe(true)
  })
})
