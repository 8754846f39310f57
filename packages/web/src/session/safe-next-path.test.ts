import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeNextPath } from './safe-next-path.ts'

describe('where to go after signing in', () => {
  test.each(['/app/account', '/app/join', '/app/canvas/demo-riverside?comment=c1', '/app/account?a=1#b'])(
    '%s is kept',
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
  ])('%j leads out of the app and is dropped', (path) => {
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
  ])('%s leads back to the door or nowhere and is dropped', (path) => {
    expect(safeNextPath(path)).toBeUndefined()
  })

  test('whatever is kept stays on this site and under /app', () => {
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
