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

/** A page that was just loaded, before a service that answers as told. */
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

describe('a browser in which no session was ever opened', () => {
  test('does not ask for one', async () => {
    const { session, asked } = page(refused)
    await session.known()
    expect(session.state.get()).toEqual({ status: 'signed_out', why: 'no_session' })
    expect(asked).toEqual([])
  })

  test.each([
    ['is closed to us', { getItem: closed, setItem: closed, removeItem: closed }],
    ['is full', { ...openStorage, setItem: closed }],
  ])('asks all the same where its storage %s', async (_, storage) => {
    vi.stubGlobal('localStorage', storage)
    const { session, asked } = page(() => opened())
    await session.known()
    expect(session.state.get().status).toBe('signed_in')
    expect(asked).toEqual(['/api/auth/refresh'])
  })
})

describe('after a sign-in', () => {
  test.each([
    ['by password', '/api/auth/login', 'signIn'],
    ['by link', '/api/auth/magic-link/verify', 'signInByLink'],
    ['by registering', '/api/auth/register', 'register'],
  ] as const)('%s one call opens the session, and the next page goes on with it', async (_, path, way) => {
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

  test('and a sign-out the next page does not ask', async () => {
    const first = page((path) => (path === '/api/auth/logout' ? new Response(null, { status: 204 }) : opened()))
    await first.session.signIn('maya@example.com', 'a password')
    await first.session.signOut()
    const next = page(refused)
    await next.session.known()
    expect(next.asked).toEqual([])
  })

  test('a page that finds the session over says so, and the page after it does not ask', async () => {
    await page(() => opened()).session.signIn('maya@example.com', 'a password')
    const second = page(refused)
    await second.session.known()
    expect(second.session.state.get()).toEqual({ status: 'signed_out', why: 'no_session' })
    const third = page(refused)
    await third.session.known()
    expect(third.asked).toEqual([])
  })

  test('a tab whose session gives way to another person’s leaves theirs to the next page', async () => {
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

test('a service that cannot say whether there is a session is asked again', async () => {
  await page(() => opened()).session.signIn('maya@example.com', 'a password')
  let busy = true
  const { session } = page(() => (busy ? json(503, { detail: 'Busy', code: 'store_unavailable' }) : opened()))
  await expect(session.known()).rejects.toMatchObject({ code: 'store_unavailable' })
  busy = false
  await session.known()
  expect(session.state.get().status).toBe('signed_in')
})
