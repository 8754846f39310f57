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

test('the token of a sign-in link is taken out of the address, and kept nowhere but in the page', () => {
  const browser = browserAt('/app/sign-in/link?a=1#token=s3cret_-')
  const { link, invitation } = createMailedTokens(browser)
  expect(link.get()).toBe('s3cret_-')
  expect(invitation.get()).toBeUndefined()
  expect(browser.location.href).toBe('https://deal-canvas.example/app/sign-in/link?a=1')
  expect(browser.history.replaceState).toHaveBeenCalledExactlyOnceWith({ index: 3 }, '', '/app/sign-in/link?a=1')
  expect(kept.size).toBe(0)
})

test('the token of an invitation outlives a reload, until it is used', () => {
  createMailedTokens(browserAt('/app/join/#token=inv'))
  const { invitation } = createMailedTokens(browserAt('/app/sign-in'))
  expect(invitation.get()).toBe('inv')
  invitation.set(undefined)
  expect(createMailedTokens(browserAt('/app/join')).invitation.get()).toBeUndefined()
})

test('a second link in the same tab is taken as well', () => {
  const browser = browserAt('/app/join#token=one')
  const { invitation } = createMailedTokens(browser)
  browser.go('#token=two')
  expect(invitation.get()).toBe('two')
  expect(browser.location.hash).toBe('')
})

test.each(['/app/account#token=x', '/app/join#sessions', '/app/join#token=', '/app/join', '/other/app/join#token=x'])(
  '%s brings no token and stays as it is',
  (address) => {
    const browser = browserAt(address)
    const { link, invitation } = createMailedTokens(browser)
    expect([link.get(), invitation.get()]).toEqual([undefined, undefined])
    expect(browser.history.replaceState).not.toHaveBeenCalled()
  },
)
