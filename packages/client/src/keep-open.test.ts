import { describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type Ending, endingBy, keepOpen } from './keep-open.ts'

/** Connections that end one after another as given, and the pauses between them. */
const given = async (...endings: Ending[]) => {
  const closing = new AbortController()
  const pauses: number[] = []
  const waiting = vi.fn()
  const open = async (): Promise<Ending> => {
    const ending = endings.shift()
    if (endings.length === 0 && ending === undefined) closing.abort()
    return ending ?? { worked: false }
  }
  const sleep = async (ms: number) => void pauses.push(ms)
  const why = await keepOpen({ open, waiting, sleep, signal: closing.signal })
  return { why, pauses, waiting }
}
const failed: Ending = { worked: false }

test('doubles the pause after each failure and resets it after a connection that worked', async () => {
  const { pauses } = await given(failed, failed, failed, { worked: true })
  const longest = [1_000, 2_000, 4_000, 500]
  expect(pauses).toHaveLength(4)
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual((longest[n] ?? 0) / 2)
    expect(pause).toBeLessThanOrEqual(longest[n] ?? 0)
  }
})

test('waits at least as long as the service requests', async () => {
  const { pauses } = await given({ worked: true, atLeastMs: 60_000 })
  expect(pauses).toEqual([60_000])
})

test('does not retry a connection that is over, and returns the reason', async () => {
  const { why, pauses, waiting } = await given(failed, { over: 'role_lost' }, failed)
  expect(why).toBe('role_lost')
  expect(pauses).toHaveLength(1)
  expect(waiting).toHaveBeenCalledTimes(1)
})

test('ends without a reason when closed by the caller', async () => {
  expect((await given(failed)).why).toBeUndefined()
})

describe('rejected connections', () => {
  const refusal = (status: number, code: string, retryAfter?: number) =>
    new ApiError({ status, code, detail: '', retryAfter })

  test.each([
    [401, 'token_expired', { over: 'signed_out' }],
    [403, 'password_change_required', { over: 'password_change_required' }],
    [404, 'deal_not_found', { over: 'deal_not_found' }],
  ])('treats %i %s as final', (status, code, ending) => {
    expect(endingBy(refusal(status, code), true)).toEqual(ending)
  })

  test.each([
    [0, 'network', undefined, undefined],
    [429, 'rate_limited', 10, 10_000],
    [503, 'shutting_down', 2, 2_000],
  ])('retries after %i %s', (status, code, retryAfter, atLeastMs) => {
    expect(endingBy(refusal(status, code, retryAfter), true)).toEqual({ worked: true, atLeastMs })
  })

  test('rethrows errors that are not API errors', () => {
    expect(() => endingBy(new RangeError('Ours'), true)).toThrow('Ours')
  })
})
