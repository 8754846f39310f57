import type { ClientFrame } from '@deal-canvas/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWantedLocks } from './wanted-locks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const given = () => {
  const said: string[] = []
  const say = (frame: ClientFrame) =>
    said.push(`${frame.type} ${'section_key' in frame ? (frame.section_key ?? '') : ''}`)
  return { said, locks: createWantedLocks(say) }
}
const leaseMs = 30_000

test('renews a lock lease at least twice before it expires, as long as the section is wanted', () => {
  const { said, locks } = given()
  locks.want('returns')
  for (let lease = 1; lease <= 10; lease++) {
    said.length = 0
    vi.advanceTimersByTime(leaseMs)
    expect(said.filter((frame) => frame === 'lock returns').length).toBeGreaterThanOrEqual(2)
  }
})

test('releases a section that is no longer wanted and stops requesting it', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.heldBy('returns', 'us')
  locks.unwant('returns')
  vi.advanceTimersByTime(leaseMs)
  expect(said).toEqual(['lock returns', 'unlock returns'])
  expect(vi.getTimerCount()).toBe(0)
})

test('does not release a section that another channel holds', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.refused('returns', 'lock_taken')
  locks.unwant('returns')
  expect(said).toEqual(['lock returns'])
})

test('releases a lock granted after it was given up, and does not report a late rejection', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.unwant('returns')
  expect(locks.refused('returns', 'lock_taken')).toBe(false)
  locks.heldBy('returns', 'us')
  expect(said).toEqual(['lock returns', 'unlock returns'])
})

test('requests a section once when it is wanted twice', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.want('returns')
  expect(said).toEqual(['lock returns'])
})

test('keeps requesting a section held by another channel, reports the rejection once, and locks it when free', () => {
  const { said, locks } = given()
  locks.want('returns')
  expect(locks.refused('returns', 'lock_taken')).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(locks.refused('returns', 'lock_taken')).toBe(false)
  said.length = 0
  locks.heldBy('returns', 'nobody')
  expect(said).toEqual(['lock returns'])
  locks.heldBy('returns', 'us')
  expect(locks.refused('returns', 'lock_taken')).toBe(true)
})

test('stops requesting a lock after a permanent rejection', () => {
  const { said, locks } = given()
  locks.want('returns')
  expect(locks.refused('returns', 'role_too_low')).toBe(true)
  vi.advanceTimersByTime(leaseMs)
  expect(said).toEqual(['lock returns'])
})

test('requests all wanted locks again on a new connection', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.want('risks')
  said.length = 0
  locks.again()
  expect(said).toEqual(['lock returns', 'lock risks'])
  locks.close()
  expect(vi.getTimerCount()).toBe(0)
})
