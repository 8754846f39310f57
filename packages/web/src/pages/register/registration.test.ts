import { ApiError } from '@deal-canvas/client'
import { expect, test } from 'vitest'
import { isFine, missingIn, wrongOf } from './registration.ts'

const full = { invite_code: '7KQ2-M9XD-4HTB', display_name: 'Ada', email: 'ada@example.com', password: 'quiet harbour' }
const refusal = (code: string) => new ApiError({ status: 400, code, detail: 'No' })

test('accepts a complete form, and reports each missing value at its field', () => {
  expect(isFine(missingIn(full))).toBe(true)
  expect(missingIn({ invite_code: '', display_name: '', email: '', password: 'short' })).toEqual({
    invite_code: 'Enter your invite code',
    display_name: 'Enter your name',
    email: 'Enter your email',
    password: 'Use 10 to 128 characters',
  })
})

test('reports an invalid code at its field, and an invalid invitation, which has no field, above the form', () => {
  expect(wrongOf(refusal('invite_invalid'), false).invite_code).toMatch(/^This code is not valid/)
  expect(wrongOf(refusal('invite_invalid'), true)).toEqual({
    whole: expect.stringMatching(/^This invitation is for another address/),
  })
})

test('reports an address that already has an account at its field', () => {
  expect(wrongOf(refusal('email_taken'), true).email).toMatch(/already has an account/)
})

test('reports a validation error of the service at its field', () => {
  const failures = [
    { type: 'value_error', loc: ['body', 'password'], msg: 'Value error, Password is too common' },
    { type: 'value_error', loc: ['body', 'email'], msg: 'value is not a valid email address: No @-sign.' },
  ]
  const error = new ApiError({ status: 422, code: 'validation', detail: 'No', failures })
  expect(wrongOf(error, false)).toMatchObject({ password: 'Password is too common', email: 'No @-sign.' })
})

test('reports every other error above the form', () => {
  const error = new ApiError({
    status: 429,
    code: 'rate_limited',
    detail: 'Too many requests. Try again later.',
    retryAfter: 700,
  })
  expect(wrongOf(error, false)).toEqual({ whole: 'Too many attempts. Wait 12 minutes, then try again.' })
  expect(wrongOf(new TypeError('x'), true).whole).toMatch(/went wrong on this page/)
})
