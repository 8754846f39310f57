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

test('a lease is renewed at least twice before it runs out, for as long as the section is wanted', () => {
  const { said, locks } = given()
  locks.want('returns')
  for (let lease = 1; lease <= 10; lease++) {
    said.length = 0
    vi.advanceTimersByTime(leaseMs)
    expect(said.filter((frame) => frame === 'lock returns').length).toBeGreaterThanOrEqual(2)
  }
})

test('what is let go is freed and not asked for again', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.heldBy('returns', 'us')
  locks.unwant('returns')
  vi.advanceTimersByTime(leaseMs)
  expect(said).toEqual(['lock returns', 'unlock returns'])
  expect(vi.getTimerCount()).toBe(0)
})

test('what another one holds is not freed when it is no longer wanted', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.refused('returns', 'lock_taken')
  locks.unwant('returns')
  expect(said).toEqual(['lock returns'])
})

test('what was let go before the answer came is freed with it, and a refusal is no news', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.unwant('returns')
  expect(locks.refused('returns', 'lock_taken')).toBe(false)
  locks.heldBy('returns', 'us')
  expect(said).toEqual(['lock returns', 'unlock returns'])
})

test('a section that is wanted twice is asked for once', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.want('returns')
  expect(said).toEqual(['lock returns'])
})

test('a section that another one holds is asked for again, told as refused once, and taken when it is free', () => {
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

test('a refusal that will not pass ends the asking', () => {
  const { said, locks } = given()
  locks.want('returns')
  expect(locks.refused('returns', 'role_too_low')).toBe(true)
  vi.advanceTimersByTime(leaseMs)
  expect(said).toEqual(['lock returns'])
})

test('another connection asks for all of them anew', () => {
  const { said, locks } = given()
  locks.want('returns')
  locks.want('risks')
  said.length = 0
  locks.again()
  expect(said).toEqual(['lock returns', 'lock risks'])
  locks.close()
  expect(vi.getTimerCount()).toBe(0)
})
