import { ApiError } from '@deal-canvas/client'
import { errorCodes } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { sentenceFor } from './sentence-for.ts'

test('tells how long to wait after too many attempts', () => {
  const error = new ApiError({ status: 429, code: 'rate_limited', detail: 'Too many requests', retryAfter: 700 })
  expect(sentenceFor(error)).toBe('Too many attempts. Wait 12 minutes, then try again.')
})

test('a failure of the service gives the number to quote', () => {
  const error = new ApiError({ status: 500, code: 'internal', detail: 'Internal server error', requestId: 'r-17' })
  expect(sentenceFor(error)).toContain('quote r-17')
})

test('does not blame the service for an error of the page', () => {
  expect(sentenceFor(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Reload it.')
})

test('an input error is shown without the prefix of the validation format', () => {
  const error = new ApiError({ status: 422, code: 'validation', detail: 'Value error, KPIs!B1 holds no number.' })
  expect(sentenceFor(error)).toBe('KPIs!B1 holds no number.')
})

test('every refusal of the service reads as a sentence', () => {
  for (const [code, [status, detail]] of Object.entries(errorCodes)) {
    expect(sentenceFor(new ApiError({ status, code, detail }))).toMatch(/^[A-Z].*[^.]\.$/)
  }
})
