import { ApiError } from './api-error.ts'
import { backoffMs } from './backoff.ts'
import type { Sleeper } from './sleeper.ts'

/** How a connection ended. */
export type Ending =
  /** It will not be reopened, for this reason. */
  | { readonly over: string }
  /** Worth another attempt; `worked` if the connection had been live. */
  | { readonly worked: boolean; readonly atLeastMs?: number | undefined }

interface KeepOpenDeps {
  /** Opens one connection and resolves when it ends. */
  open(): Promise<Ending>
  waiting(): void
  sleep: Sleeper['sleep']
  signal: AbortSignal
}

/** Reopens a connection whenever it breaks. Resolves with the reason when it is over, or undefined if it was closed. */
export const keepOpen = async ({ open, waiting, sleep, signal }: KeepOpenDeps): Promise<string | undefined> => {
  let failures = 0
  while (!signal.aborted) {
    const ending = await open()
    if (signal.aborted) return undefined
    if ('over' in ending) return ending.over
    failures = ending.worked ? 0 : failures + 1
    waiting()
    await sleep(Math.max(ending.atLeastMs ?? 0, backoffMs(failures)), signal)
  }
  return undefined
}

/** How an API error affects a connection that is kept open. */
export const endingBy = (error: unknown, worked: boolean): Ending => {
  if (!(error instanceof ApiError)) throw error
  const { status, code, retryAfter } = error
  if (status === 401) return { over: 'signed_out' }
  if (status === 403 || status === 404) return { over: code }
  return { worked, atLeastMs: retryAfter === undefined ? undefined : retryAfter * 1000 }
}
