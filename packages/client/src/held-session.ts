import type { LoginResponse } from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'

interface Held {
  readonly token: string
  readonly userId: string
}

interface HeldSessionDeps {
  /** Exchanges the refresh cookie for a new answer. */
  exchange(): Promise<LoginResponse>
  onSignedOut?: (() => void) | undefined
}

const minute = 60_000

/** 401 codes that a new access token may cure; a wrong password is not among them. */
const curable = new Set(['not_authenticated', 'token_expired', 'token_invalid', 'session_ended'])

/** The session that is open here. The access token lives in this closure and nowhere else. */
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
    // What was opened for one person must not go on for another.
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
      // Signed out or in again while the answer was on its way: it speaks for a session that is over.
      if (held !== stale) return
      // Another account signed in from another tab: going on would act in that person's name.
      if (answer.user.id !== stale.userId) drop()
      else hold(answer)
    } catch (error) {
      if (!endsSession(error)) throw error
      if (held === stale) drop()
    }
  }

  /** One refresh serves everybody who needs one at the moment, and those who come late with the old token. */
  const renew = (stale: Held): Promise<void> => {
    if (held !== stale) return Promise.resolve()
    renewal ??= exchangeFor(stale).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  /** The one in hand, renewed first where its end is near. */
  const current = async (): Promise<Held | undefined> => {
    if (held !== undefined && Date.now() >= renewAt) {
      try {
        await renew(held)
      } catch {
        // The token in hand is still good: the call goes on with it, and the next try waits a little.
        renewAt = Date.now() + minute
      }
    }
    return held
  }

  return {
    hold,
    forget,
    isOpen: (): boolean => held !== undefined,

    /** Does something with the token in hand, and once more with a new one where the first was refused as stale. */
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

    /** The token in hand; undefined: nobody is signed in. */
    token: async (): Promise<string | undefined> => (await current())?.token,

    /** A token in place of one that runs out or was refused; undefined: the session is over. */
    tokenAfter: async (stale: string): Promise<string | undefined> => {
      if (held?.token === stale) await renew(held)
      return held?.token
    },

    /** Told when this person's session is over, for whatever reason. Returns how to stop listening. */
    whenOver: (listener: () => void): (() => void) => {
      whenOver.add(listener)
      return () => whenOver.delete(listener)
    },
  }
}

export type HeldSession = ReturnType<typeof createHeldSession>

/** A refresh that was refused, not one that found the service busy or away. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
