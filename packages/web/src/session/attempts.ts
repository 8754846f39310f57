import { ApiError } from '@deal-canvas/client'

/** The service understood the request and rejected it: the next attempt is a new one. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== 'idempotency_in_progress'

/**
 * Gives all attempts of the same action one idempotency key until one of them gets a response: a lost response must not
 * make the next attempt perform the action a second time.
 */
export const createAttempts = () => {
  let open: { readonly act: string; readonly key: string } | undefined
  return async <Answer>(act: unknown, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(act)
    if (open?.act !== text) open = { act: text, key: crypto.randomUUID() }
    try {
      const answer = await send(open.key)
      open = undefined
      return answer
    } catch (error) {
      if (isRefusal(error)) open = undefined
      throw error
    }
  }
}
