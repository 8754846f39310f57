import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession } from './session.ts'

const kept = new Map<string, string>()
const openStorage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
}
const closed = () => {
  throw new DOMException('Closed', 'SecurityError')
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', openStorage)
})
afterEach(() => void vi.unstubAllGlobals())

const user = { id: 'u1', display_name: 'Maya Okafor', email: 'maya@example.com', avatar_url: '', provider: 'password' }
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const opened = (more: object = {}) => json(200, { access_token: 't1', user, expires_in_minutes: 60, ...more })
const refused = () => json(401, { detail: 'Sign in again', code: 'refresh_invalid' })

/** A freshly loaded page with a service that responds as given. */
const page = (answer: (path: string) => Response) => {
  const asked: string[] = []
  const session = createSession({
    fetch: async (input) => {
      asked.push(String(input))
      return answer(String(input))
    },
  })
  return { session, asked }
}

describe('browser without an earlier session', () => {
  test('does not try to restore a session in a browser that never had one', async () => {
    const { session, asked } = page(refused)
    await session.known()
    expect(session.state.get()).toEqual({ status: 'signed_out', why: 'no_session' })
    expect(asked).toEqual([])
  })

  test.each([
    ['is blocked', { getItem: closed, setItem: closed, removeItem: closed }],
    ['is full', { ...openStorage, setItem: closed }],
  ])('tries to restore a session if the browser storage %s', async (_, storage) => {
    vi.stubGlobal('localStorage', storage)
    const { session, asked } = page(() => opened())
    await session.known()
    expect(session.state.get().status).toBe('signed_in')
    expect(asked).toEqual(['/api/auth/refresh'])
  })
})

describe('session after signing in', () => {
  test.each([
    ['by password', '/api/auth/login', 'signIn'],
    ['by link', '/api/auth/magic-link/verify', 'signInByLink'],
    ['by registering', '/api/auth/register', 'register'],
  ] as const)('signs in %s with one call, and the next page continues the session', async (_, path, way) => {
    const first = page(() => opened())
    if (way === 'signIn') await first.session.signIn('maya@example.com', 'a password')
    else if (way === 'signInByLink') await first.session.signInByLink('token')
    else await first.session.register({ invite_code: 'c', email: 'maya@example.com', password: 'p', display_name: 'M' })
    expect(first.asked).toEqual([path])
    expect(first.session.state.get()).toEqual({ status: 'signed_in', mustChangePassword: false })

    const next = page(() => opened({ force_password_change: true }))
    await next.session.known()
    expect(next.asked).toEqual(['/api/auth/refresh'])
    expect(next.session.state.get()).toEqual({ status: 'signed_in', mustChangePassword: true })
  })

  test('does not try to restore a session on the next page after signing out', async () => {
    const first = page((path) => (path === '/api/auth/logout' ? new Response(null, { status: 204 }) : opened()))
    await first.session.signIn('maya@example.com', 'a password')
    await first.session.signOut()
    const next = page(refused)
    await next.session.known()
    expect(next.asked).toEqual([])
  })

  test('reports on page load that the session has ended, and does not try again on the next page', async () => {
    await page(() => opened()).session.signIn('maya@example.com', 'a password')
    const second = page(refused)
    await second.session.known()
    expect(second.session.state.get()).toEqual({ status: 'signed_out', why: 'no_session' })
    const third = page(refused)
    await third.session.known()
    expect(third.asked).toEqual([])
  })

  test('leaves another user’s session to the next page when this tab’s session is replaced by it', async () => {
    const other = { access_token: 't2', user: { ...user, id: 'u2' }, expires_in_minutes: 60 }
    const tab = page((path) => {
      if (path === '/api/auth/login') return opened()
      return path === '/api/auth/refresh' ? json(200, other) : json(401, { detail: 'No', code: 'token_expired' })
    })
    await tab.session.signIn('maya@example.com', 'a password')
    await expect(tab.session.signOut()).resolves.toBeUndefined()
    const next = page(() => json(200, other))
    await next.session.known()
    expect(next.session.state.get().status).toBe('signed_in')
  })
})

test('tries again to restore a session after the service could not answer', async () => {
  await page(() => opened()).session.signIn('maya@example.com', 'a password')
  let busy = true
  const { session } = page(() => (busy ? json(503, { detail: 'Busy', code: 'store_unavailable' }) : opened()))
  await expect(session.known()).rejects.toMatchObject({ code: 'store_unavailable' })
  busy = false
  await session.known()
  expect(session.state.get().status).toBe('signed_in')
})
