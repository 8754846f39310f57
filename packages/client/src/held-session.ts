import type { LoginResponse } from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'

interface Held {
  readonly token: string
  readonly userId: string
}

interface HeldSessionDeps {
  /** Exchanges the refresh cookie for a new login response. */
  exchange(): Promise<LoginResponse>
  onSignedOut?: (() => void) | undefined
}

const minute = 60_000

/** 401 codes that a new access token can fix; a wrong password is not among them. */
const curable = new Set(['not_authenticated', 'token_expired', 'token_invalid', 'session_ended'])

/** The open session. The access token exists only in this closure. */
export const createHeldSession = ({ exchange, onSignedOut }: HeldSessionDeps) => {
  let held: Held | undefined
  let renewAt = Number.POSITIVE_INFINITY
  let renewal: Promise<void> | undefined
  const whenOver = new Set<() => void>()

  const tellOver = (): void => {
    for (const listener of [...whenOver]) listener()
  }

  const hold = (answer: LoginResponse): LoginResponse => {
    const before = held?.userId
    held = { token: answer.access_token, userId: answer.user.id }
    const lifetime = (answer.expires_in_minutes ?? Number.POSITIVE_INFINITY) * minute
    renewAt = Date.now() + lifetime - Math.min(15 * minute, lifetime / 4)
    // Anything opened for one user must not continue for another.
    if (before !== undefined && before !== held.userId) tellOver()
    return answer
  }

  const forget = (): void => {
    held = undefined
    tellOver()
  }

  const drop = (): void => {
    forget()
    onSignedOut?.()
  }

  const exchangeFor = async (stale: Held): Promise<void> => {
    try {
      const answer = await exchange()
      // The user signed out or in again while the response was in flight: it belongs to a session that is over.
      if (held !== stale) return
      // Another account signed in from another tab: continuing would act in that user's name.
      if (answer.user.id !== stale.userId) drop()
      else hold(answer)
    } catch (error) {
      if (!endsSession(error)) throw error
      if (held === stale) drop()
    }
  }

  /** One refresh serves all concurrent callers, and late ones that still use the old token. */
  const renew = (stale: Held): Promise<void> => {
    if (held !== stale) return Promise.resolve()
    renewal ??= exchangeFor(stale).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  /** The current token, renewed first if it expires soon. */
  const current = async (): Promise<Held | undefined> => {
    if (held !== undefined && Date.now() >= renewAt) {
      try {
        await renew(held)
      } catch {
        // The current token is still valid: the call continues with it, and the next renewal waits a minute.
        renewAt = Date.now() + minute
      }
    }
    return held
  }

  return {
    hold,
    forget,
    isOpen: (): boolean => held !== undefined,

    /** Runs a call with the current token, and once more with a new one if the first was rejected as stale. */
    use: async <T>(act: (token: string | undefined) => Promise<T>): Promise<T> => {
      const used = await current()
      try {
        return await act(used?.token)
      } catch (error) {
        if (used === undefined || !(error instanceof ApiError && curable.has(error.code))) throw error
        await renew(used)
        const now: Held | undefined = held
        if (now?.userId !== used.userId) throw error
        return act(now.token)
      }
    },

    /** The current token; undefined if nobody is signed in. */
    token: async (): Promise<string | undefined> => (await current())?.token,

    /** A replacement for a token that expires or was rejected; undefined if the session is over. */
    tokenAfter: async (stale: string): Promise<string | undefined> => {
      if (held?.token === stale) await renew(held)
      return held?.token
    },

    /** Calls the listener when this user's session ends, for any reason. Returns a function that unsubscribes. */
    whenOver: (listener: () => void): (() => void) => {
      whenOver.add(listener)
      return () => whenOver.delete(listener)
    },
  }
}

export type HeldSession = ReturnType<typeof createHeldSession>

/** True if the refresh was rejected, not if the service was busy or unreachable. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
