import { ApiError } from '@deal-canvas/client'
import { describe, expect, it } from 'vitest'
import { createAttempts } from './attempts.ts'

const failure = (status: number, code: string) => new ApiError({ status, code, detail: code })

/** The idempotency keys of two attempts when the first one ends with the given error. */
const keysOf = async (first: Error | undefined, acts: readonly [unknown, unknown] = ['same', 'same']) => {
  const attempt = createAttempts()
  const keys: string[] = []
  const send = (error: Error | undefined) => async (key: string) => {
    keys.push(key)
    if (error !== undefined) throw error
  }
  const tried = attempt(acts[0], send(first))
  if (first === undefined) await tried
  else await expect(tried).rejects.toBe(first)
  await attempt(acts[1], send(undefined))
  return keys
}

describe('attempts of one action', () => {
  it.each([
    ['no response arrived', failure(0, 'network')],
    ['the service failed', failure(503, 'store_unavailable')],
    ['the first request is still running', failure(409, 'idempotency_in_progress')],
    ['the service asked to retry later', failure(429, 'rate_limited')],
  ])('reuses the idempotency key when %s', async (_, error) => {
    const [first, second] = await keysOf(error)
    expect(second).toBe(first)
  })
  it.each([
    ['the request succeeded', undefined],
    ['the request was rejected', failure(409, 'model_changed')],
  ])('uses a new idempotency key once %s', async (_, error) => {
    const [first, second] = await keysOf(error)
    expect(second).not.toBe(first)
  })
  it('uses a new idempotency key for a different action', async () => {
    const [first, second] = await keysOf(failure(0, 'network'), ['a', 'b'])
    expect(second).not.toBe(first)
  })
})
