import { createClient } from '@deal-canvas/client'
import { type BodyOf, type LoginResponse, register, verifyMagicLink } from '@deal-canvas/contract'
import { createObservable } from '../ui/observable.ts'

export type SessionState =
  /** Not asked yet whether the refresh cookie still holds a session. */
  | { readonly status: 'unknown' }
  | { readonly status: 'signed_out'; readonly why: 'no_session' | 'ended' | 'left' }
  | { readonly status: 'signed_in'; readonly mustChangePassword: boolean }

/** Who is signed in on this page. Holds the one client that everything talks through. */
export const createSession = ({ fetch }: { fetch: typeof globalThis.fetch }) => {
  const state = createObservable<SessionState>({ status: 'unknown' })
  const client = createClient({
    baseUrl: '',
    fetch,
    onSignedOut: () => state.set({ status: 'signed_out', why: 'ended' }),
  })
  let restoring: Promise<void> | undefined

  const enter = (answer: LoginResponse): void =>
    state.set({ status: 'signed_in', mustChangePassword: answer.force_password_change === true })

  const restore = async (): Promise<void> => {
    const answer = await client.restore()
    if (answer === undefined) state.set({ status: 'signed_out', why: 'no_session' })
    else enter(answer)
  }

  const known = (): Promise<void> => {
    if (state.get().status !== 'unknown') return Promise.resolve()
    restoring ??= restore().finally(() => {
      restoring = undefined
    })
    return restoring
  }

  /** A way in other than the password: its answer brings the refresh cookie, and that opens the session here. */
  const enterBy = async (way: Promise<LoginResponse>): Promise<void> => {
    await way
    // The way is used up now: should the next step fail, whoever asks next tries the cookie again, not the way.
    state.set({ status: 'unknown' })
    await known()
    if (state.get().status !== 'signed_in') throw new Error('The browser did not keep the cookie of the session')
  }

  return {
    state,
    client,
    /** Settles once it is known whether somebody is signed in; fails when the service cannot say. */
    known,
    signIn: async (email: string, password: string): Promise<void> => enter(await client.signIn(email, password)),
    signInByLink: (token: string): Promise<void> => enterBy(client.call(verifyMagicLink, { body: { token } })),
    register: (body: BodyOf<typeof register>): Promise<void> => enterBy(client.call(register, { body })),
    signOut: async (): Promise<void> => {
      await client.signOut()
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
