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

describe('connection', () => {
  test('marks the connection as lost when a call fails in transit, and still rejects the call', async () => {
    const { answer, connection } = given()
    answer.mockImplementation(away)
    await expect(connection.fetch('/api')).rejects.toThrow('fetch failed')
    expect(connection.reachable.get()).toBe(false)
  })

  test('keeps the connection when a caller aborts or when the service responds with an error', async () => {
    const { answer, connection } = given()
    answer.mockRejectedValueOnce(new DOMException('given up', 'AbortError'))
    await expect(connection.fetch('/api')).rejects.toThrow('given up')
    answer.mockResolvedValueOnce(new Response('{}', { status: 503 }))
    await connection.fetch('/api')
    expect(connection.reachable.get()).toBe(true)
  })

  test('marks the connection as lost when a gateway reports that the service is down', async () => {
    const { answer, connection } = given()
    answer.mockResolvedValueOnce(new Response('', { status: 502 }))
    await connection.fetch('/api')
    expect(connection.reachable.get()).toBe(false)
  })

  test('probes a lost connection with backoff until it is restored', async () => {
    const { answer, connection } = given()
    answer.mockImplementation(away)
    await connection.fetch('/api').catch(() => undefined)
    answer.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    // Probes after 1, 3, 7, 15, 30, 45 and 60 seconds.
    expect(answer).toHaveBeenCalledTimes(7)
    answer.mockImplementation(async () => new Response('{}'))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(connection.reachable.get()).toBe(true)
    answer.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answer).not.toHaveBeenCalled()
  })

  test('probes the connection immediately when the browser reports that it is online again', async () => {
    const { answer, events, connection } = given()
    events.dispatchEvent(new Event('offline'))
    expect(connection.reachable.get()).toBe(false)
    events.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(answer).toHaveBeenCalledTimes(1)
    expect(connection.reachable.get()).toBe(true)
  })
})
