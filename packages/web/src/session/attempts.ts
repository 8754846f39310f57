import { ApiError } from '@deal-canvas/client'

/** The service understood it and said no: the next try is a new one. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== 'idempotency_in_progress'

/**
 * Gives all tries of the same act one key, until one of them is answered: an answer that was lost on the way must not
 * make the next try do it a second time.
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
