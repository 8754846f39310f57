import { ApiError } from '@deal-canvas/client'
import { errorCodes } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { sentenceFor } from './sentence-for.ts'

test('tells how long to wait after too many attempts', () => {
  const error = new ApiError({
    status: 429,
    code: 'rate_limited',
    detail: 'Too many requests. Try again later.',
    retryAfter: 700,
  })
  expect(sentenceFor(error)).toBe('Too many attempts. Wait 12 minutes, then try again.')
})

test('shows the request id to quote after a failure of the service', () => {
  const error = new ApiError({ status: 500, code: 'internal', detail: 'Internal server error', requestId: 'r-17' })
  expect(sentenceFor(error)).toContain('quote r-17')
})

test('does not blame the service for an error in the page', () => {
  expect(sentenceFor(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Reload it.')
})

test('shows an input error without the prefix of the validation format', () => {
  const error = new ApiError({
    status: 422,
    code: 'validation',
    detail: 'Value error, KPIs!B1 does not contain a number.',
  })
  expect(sentenceFor(error)).toBe('KPIs!B1 does not contain a number.')
})

test('turns every error code of the service into a full sentence', () => {
  for (const [code, [status, detail]] of Object.entries(errorCodes)) {
    expect(sentenceFor(new ApiError({ status, code, detail }))).toMatch(/^[A-Z].*[^.]\.$/)
  }
})
