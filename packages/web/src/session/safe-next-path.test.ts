import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeNextPath } from './safe-next-path.ts'

describe('safeNextPath', () => {
  test.each(['/app/account', '/app/join', '/app/canvas/demo-riverside?comment=c1', '/app/account?a=1#b'])(
    'keeps %s as the page after signing in',
    (path) => {
      expect(safeNextPath(path)).toBe(path)
    },
  )

  test.each([
    'https://evil.example/app/account',
    '//evil.example/app/account',
    '/\\evil.example/app/account',
    '/\t/evil.example/app/account',
    'javascript:alert(1)',
    '/app/../docs',
    '/app//evil.example',
    '/application/x',
    '/api/auth/logout',
    'app/account',
    '',
  ])('drops %j, which leads out of the app', (path) => {
    expect(safeNextPath(path)).toBeUndefined()
  })

  test.each([
    '/app/sign-in',
    '/app/sign-in?next=/app/account',
    '/app/sign-in/link',
    '/app/register',
    '/app/set-password',
    '/app/',
    '/app',
  ])('drops %s, which leads back to signing in or nowhere', (path) => {
    expect(safeNextPath(path)).toBeUndefined()
  })

  test('returns only paths on this site and under /app', () => {
    const address = fc.oneof(
      fc.webUrl(),
      fc.string().map((tail) => `/app/${tail}`),
      fc.string({ unit: fc.constantFrom('/', '\\', '.', '@', ':', 'app', '\t', '?', '#') }),
    )
    fc.assert(
      fc.property(address, (next) => {
        const safe = safeNextPath(next)
        if (safe === undefined) return
        const url = new URL(safe, 'https://deal-canvas.example')
        expect(url.origin).toBe('https://deal-canvas.example')
        expect(url.pathname).toMatch(/^\/app\//)
      }),
    )
  })
})
