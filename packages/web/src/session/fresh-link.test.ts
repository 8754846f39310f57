import { expect, test } from 'vitest'
import { freshUntil } from './fresh-link.ts'

const now = Date.parse('2026-11-15T12:00:00.000Z')
const session = (provider: 'password' | 'magic_link', created_at: string, current = true) => ({
  provider,
  created_at,
  current,
})

test('treats a session from a sign-in link as fresh for 15 minutes', () => {
  const fresh = [session('magic_link', '2026-11-15T11:45:00.001Z')]
  expect(freshUntil(fresh, now)).toEqual(new Date('2026-11-15T12:00:00.001Z'))
  expect(freshUntil([session('magic_link', '2026-11-15T11:45:00.000Z')], now)).toBeUndefined()
})

test('never treats a session from a password, or another session of the user, as fresh', () => {
  expect(freshUntil([session('password', '2026-11-15T11:59:00.000Z')], now)).toBeUndefined()
  expect(
    freshUntil(
      [session('magic_link', '2026-11-15T11:59:00.000Z', false), session('password', '2026-11-15T11:59:00.000Z')],
      now,
    ),
  ).toBeUndefined()
  expect(freshUntil([], now)).toBeUndefined()
})
