import { createClient } from '@deal-canvas/client'
import { type BodyOf, type LoginResponse, register, verifyMagicLink } from '@deal-canvas/contract'
import { createObservable } from '../ui/observable.ts'
import { openedBefore } from './opened-before.ts'
import { keepOnlyTextsOf } from './own-texts.ts'

export type SessionState =
  /** Not checked yet whether the refresh cookie still holds a session. */
  | { readonly status: 'unknown' }
  | { readonly status: 'signed_out'; readonly why: 'no_session' | 'ended' | 'left' }
  | { readonly status: 'signed_in'; readonly mustChangePassword: boolean }

/** The session of this page. Owns the one client that all calls go through. */
export const createSession = ({ fetch }: { fetch: typeof globalThis.fetch }) => {
  const state = createObservable<SessionState>({ status: 'unknown' })
  const client = createClient({
    baseUrl: '',
    fetch,
    // All tabs share one cookie. Browsers offer locks only to pages loaded over a secure connection.
    inTurn: (work) => globalThis.navigator?.locks?.request('deal-canvas-refresh-cookie', work) ?? work(),
    // Does not reset `openedBefore`: another tab may have opened a session since, with the same shared cookie.
    onSignedOut: () => state.set({ status: 'signed_out', why: 'ended' }),
  })
  let restoring: Promise<void> | undefined

  const enter = (answer: LoginResponse): void => {
    openedBefore.write(true)
    keepOnlyTextsOf(answer.user.id)
    state.set({ status: 'signed_in', mustChangePassword: answer.force_password_change === true })
  }

  const restore = async (): Promise<void> => {
    const answer = openedBefore.read() ? await client.restore() : undefined
    if (answer !== undefined) return enter(answer)
    openedBefore.write(false)
    state.set({ status: 'signed_out', why: 'no_session' })
  }

  const known = (): Promise<void> => {
    if (state.get().status !== 'unknown') return Promise.resolve()
    restoring ??= restore().finally(() => {
      restoring = undefined
    })
    return restoring
  }

  return {
    state,
    client,
    /** Resolves once it is known whether a user is signed in; rejects when the service cannot answer. */
    known,
    signIn: async (email: string, password: string): Promise<void> => enter(await client.signIn(email, password)),
    signInByLink: async (token: string): Promise<void> =>
      enter(client.enter(await client.call(verifyMagicLink, { body: { token } }))),
    register: async (body: BodyOf<typeof register>): Promise<void> =>
      enter(client.enter(await client.call(register, { body }))),
    signOut: async (): Promise<void> => {
      await client.signOut()
      // If the session ended on its own in the meantime, the cookie may belong to another session.
      if (state.get().status === 'signed_in') openedBefore.write(false)
      state.set({ status: 'signed_out', why: 'left' })
    },
    mustChangePassword: (must: boolean): void => {
      const now = state.get()
      if (now.status === 'signed_in' && now.mustChangePassword !== must) {
        state.set({ status: 'signed_in', mustChangePassword: must })
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>
