import { type AnswerOf, type LoginResponse, login, logout, type Operation, refresh } from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'
import type { CallArguments } from './call-input.ts'
import { createSend, type Message } from './send.ts'

export interface ClientOptions {
  /** Where the service is; empty for the page's own origin. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** The session came to an end without signOut being asked for. */
  onSignedOut?: () => void
}

export interface Client {
  /** The answer of an operation, or an ApiError. */
  call<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): Promise<AnswerOf<Op>>
  signIn(email: string, password: string): Promise<LoginResponse>
  /** Goes on with the session of the refresh cookie; undefined when there is none. */
  restore(): Promise<LoginResponse | undefined>
  /** Ends the session. When the service does not answer it throws, for the session is then still open. */
  signOut(): Promise<void>
}

interface Held {
  readonly token: string
  readonly userId: string
}

const minute = 60_000

/** 401 codes that a new access token may cure; a wrong password is not among them. */
const curable = new Set(['not_authenticated', 'token_expired', 'token_invalid', 'session_ended'])

/** The access token lives in this closure and nowhere else. */
export const createClient = ({ baseUrl, fetch = globalThis.fetch, onSignedOut }: ClientOptions): Client => {
  const send = createSend(baseUrl, fetch)
  let held: Held | undefined
  let renewAt = Number.POSITIVE_INFINITY
  let renewal: Promise<void> | undefined

  const hold = (answer: LoginResponse): LoginResponse => {
    held = { token: answer.access_token, userId: answer.user.id }
    const lifetime = (answer.expires_in_minutes ?? Number.POSITIVE_INFINITY) * minute
    renewAt = Date.now() + lifetime - Math.min(15 * minute, lifetime / 4)
    return answer
  }

  const drop = (): void => {
    held = undefined
    onSignedOut?.()
  }

  const exchange = async (stale: Held): Promise<void> => {
    try {
      const answer = await ask(refresh)
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
    renewal ??= exchange(stale).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  const renewAhead = async (current: Held): Promise<void> => {
    try {
      await renew(current)
    } catch {
      // The token in hand is still good: the call goes on with it, and the next try waits a little.
      renewAt = Date.now() + minute
    }
  }

  const ask = <Op extends Operation>(operation: Op, message: Message = {}, token?: string): Promise<AnswerOf<Op>> =>
    // The one place where an answer of the service is taken at its word.
    send(operation, message, token) as Promise<AnswerOf<Op>>

  const call = async <Op extends Operation>(operation: Op, ...[input]: CallArguments<Op>): Promise<AnswerOf<Op>> => {
    const message: Message = input ?? {}
    if (operation.access.kind === 'public' || operation.access.kind === 'refresh_cookie') return ask(operation, message)
    if (held !== undefined && Date.now() >= renewAt) await renewAhead(held)
    const used = held
    try {
      return await ask(operation, message, used?.token)
    } catch (error) {
      if (used === undefined || !(error instanceof ApiError && curable.has(error.code))) throw error
      await renew(used)
      const now: Held | undefined = held
      if (now?.userId !== used.userId) throw error
      return ask(operation, message, now.token)
    }
  }

  return {
    call,
    signIn: async (email, password) => hold(await ask(login, { body: { email, password } })),
    restore: async () => {
      try {
        return hold(await ask(refresh))
      } catch (error) {
        if (endsSession(error)) return undefined
        throw error
      }
    },
    signOut: async () => {
      if (held === undefined) return
      try {
        await call(logout)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }
      held = undefined
    },
  }
}

/** A refresh that was refused, not one that found the service busy or away. */
const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
