import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChannelTrouble } from './channel-trouble.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a cut is spoken of after two seconds, until the channel is live again', () => {
  const { trouble, follow } = createChannelTrouble()
  follow('connecting')
  follow('live')
  follow('waiting')
  vi.advanceTimersByTime(1_999)
  expect(trouble.get()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(trouble.get()).toBe('Reconnecting. Your changes are kept')
  follow('live')
  expect(trouble.get()).toBeUndefined()
})

it('one that heals sooner is not spoken of, nor one of a deal that was left', () => {
  const { trouble, follow, forget } = createChannelTrouble()
  follow('waiting')
  vi.advanceTimersByTime(1_500)
  follow('live')
  vi.advanceTimersByTime(10_000)
  expect(trouble.get()).toBeUndefined()
  follow('waiting')
  forget()
  vi.advanceTimersByTime(10_000)
  expect(trouble.get()).toBeUndefined()
})

it.each([
  ['role_lost', /you can no longer see this deal/],
  ['deal_not_found', /you can no longer see this deal/],
  ['signed_out', /you are signed out/],
  ['some_new_code', /^Not live\. Load the page again$/],
])('a channel that ended with %s says so at once, and for good', (why, words) => {
  const { trouble, follow } = createChannelTrouble()
  follow('waiting')
  follow('ended', why)
  expect(trouble.get()).toMatch(words)
  vi.advanceTimersByTime(10_000)
  expect(trouble.get()).toMatch(words)
})
