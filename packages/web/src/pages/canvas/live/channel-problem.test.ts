import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChannelProblem } from './channel-problem.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('reports a lost connection after two seconds, until the channel is live again', () => {
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

it('does not report a connection that returns within two seconds, or one of a deal that was closed', () => {
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
  ['role_lost', /you no longer have access to this deal/],
  ['deal_not_found', /you no longer have access to this deal/],
  ['signed_out', /you are signed out/],
  ['some_new_code', /^Not live\. Reload the page$/],
])('reports immediately and permanently that the channel ended with %s', (why, words) => {
  const { problem, follow } = createChannelProblem()
  follow('waiting')
  follow('ended', why)
  expect(problem.get()).toMatch(words)
  vi.advanceTimersByTime(10_000)
  expect(problem.get()).toMatch(words)
})
