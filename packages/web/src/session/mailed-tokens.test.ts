import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMailedTokens } from './mailed-tokens.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const browserAt = (address: string) => {
  let url = new URL(address, 'https://deal-canvas.example')
  const events = new EventTarget()
  return {
    get location() {
      return url
    },
    history: {
      state: { index: 3 },
      replaceState: vi.fn((_state: unknown, _unused: string, next: string) => {
        url = new URL(next, url)
      }),
    },
    addEventListener: events.addEventListener.bind(events),
    go: (to: string) => {
      url = new URL(to, url)
      events.dispatchEvent(new Event('hashchange'))
    },
  }
}

test('removes the token of a sign-in link from the address and keeps it in memory only', () => {
  const browser = browserAt('/app/sign-in/link?a=1#token=s3cret_-')
  const { link, invitation } = createMailedTokens(browser)
  expect(link.get()).toBe('s3cret_-')
  expect(invitation.get()).toBeUndefined()
  expect(browser.location.href).toBe('https://deal-canvas.example/app/sign-in/link?a=1')
  expect(browser.history.replaceState).toHaveBeenCalledExactlyOnceWith({ index: 3 }, '', '/app/sign-in/link?a=1')
  expect(kept.size).toBe(0)
})

test('keeps the token of an invitation across reloads until it is used', () => {
  createMailedTokens(browserAt('/app/join/#token=inv'))
  const { invitation } = createMailedTokens(browserAt('/app/sign-in'))
  expect(invitation.get()).toBe('inv')
  invitation.set(undefined)
  expect(createMailedTokens(browserAt('/app/join')).invitation.get()).toBeUndefined()
})

test('accepts the token of a second link in the same tab', () => {
  const browser = browserAt('/app/join#token=one')
  const { invitation } = createMailedTokens(browser)
  browser.go('#token=two')
  expect(invitation.get()).toBe('two')
  expect(browser.location.hash).toBe('')
})

test.each(['/app/account#token=x', '/app/join#sessions', '/app/join#token=', '/app/join', '/other/app/join#token=x'])(
  'reads no token from %s and leaves the address unchanged',
  (address) => {
    const browser = browserAt(address)
    const { link, invitation } = createMailedTokens(browser)
    expect([link.get(), invitation.get()]).toEqual([undefined, undefined])
    expect(browser.history.replaceState).not.toHaveBeenCalled()
  },
)
