import { ApiError } from '@deal-canvas/client'
import { expect, test } from 'vitest'
import { codeDigits, notRemoved, notSent, notVerified } from './sentences.ts'

const refusal = (status: number, code: string, retryAfter?: number) =>
  new ApiError({ status, code, detail: 'No', retryAfter })

test('tells when the next code can be sent after a rejected request', () => {
  expect(notSent(refusal(429, 'rate_limited', 2_500))).toEqual({
    whole: 'Too many codes were sent. You can request the next one in 42 minutes.',
  })
  expect(notSent(refusal(429, 'rate_limited'))).toEqual({ whole: 'Too many attempts. Wait a moment, then try again.' })
})

test('reports an invalid address at its field', () => {
  const failures = [{ type: 'value_error', loc: ['body', 'email'], msg: 'value is not a valid email address: No @.' }]
  expect(notSent(new ApiError({ status: 422, code: 'validation', detail: 'No', failures }))).toEqual({ field: 'No @.' })
})

test('reports wrong and expired codes at the field with different messages', () => {
  expect(notVerified(refusal(400, 'code_invalid')).field).toMatch(/^This is not the code/)
  expect(notVerified(refusal(400, 'code_expired')).field).toMatch(/expired/)
  expect(notVerified(refusal(409, 'too_many_emails')).whole).toMatch(/at most 10 addresses/)
  expect(notVerified(refusal(0, 'network')).whole).toMatch(/is not responding/)
})

test('explains what to do when the last address cannot be removed', () => {
  expect(notRemoved(refusal(409, 'last_email'))).toMatch(/Verify another address first\.$/)
})

test.each([
  ['048 213', '048213'],
  ['Your code: 048213.', '048213'],
  ['0482139', '048213'],
  ['abc', ''],
])('extracts from %j the code %j', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits)
})
