import { expect, test } from 'vitest'
import { createRefreshCookie } from './refresh-cookie.ts'

const setting = (...lines: string[]) => new Headers(lines.map((line): [string, string] => ['set-cookie', line]))
const given = (cookie: ReturnType<typeof createRefreshCookie>) => {
  const headers = new Headers()
  cookie.give(headers)
  return headers.get('cookie')
}

test('stores, replaces and clears the refresh cookie as the service instructs', () => {
  const cookie = createRefreshCookie()
  expect(given(cookie)).toBeNull()
  cookie.take(setting('other=1', 'canvas_refresh=one; Path=/api; HttpOnly'))
  expect(given(cookie)).toBe('canvas_refresh=one')
  cookie.take(setting('other=2'))
  expect(given(cookie)).toBe('canvas_refresh=one')
  cookie.take(setting('canvas_refresh=two; Path=/api'))
  expect(given(cookie)).toBe('canvas_refresh=two')
  cookie.take(setting('canvas_refresh=; Path=/api; Expires=Thu, 01 Jan 1970 00:00:00 GMT'))
  expect(given(cookie)).toBeNull()
})
