import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChannelProblem } from './channel-problem.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a cut is spoken of after two seconds, until the channel is live again', () => {
  const { problem, follow } = createChannelProblem()
  follow('connecting')
  follow('live')
  follow('waiting')
  vi.advanceTimersByTime(1_999)
  expect(problem.get()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(problem.get()).toBe('Reconnecting. Your changes are kept')
  follow('live')
  expect(problem.get()).toBeUndefined()
})

it('one that heals sooner is not spoken of, nor one of a deal that was left', () => {
  const { problem, follow, forget } = createChannelProblem()
  follow('waiting')
  vi.advanceTimersByTime(1_500)
  follow('live')
  vi.advanceTimersByTime(10_000)
  expect(problem.get()).toBeUndefined()
  follow('waiting')
  forget()
  vi.advanceTimersByTime(10_000)
  expect(problem.get()).toBeUndefined()
})

it.each([
  ['role_lost', /you can no longer see this deal/],
  ['deal_not_found', /you can no longer see this deal/],
  ['signed_out', /you are signed out/],
  ['some_new_code', /^Not live\. Load the page again$/],
])('a channel that ended with %s says so at once, and for good', (why, words) => {
  const { problem, follow } = createChannelProblem()
  follow('waiting')
  follow('ended', why)
  expect(problem.get()).toMatch(words)
  vi.advanceTimersByTime(10_000)
  expect(problem.get()).toMatch(words)
})
