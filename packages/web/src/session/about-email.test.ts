import { ApiError } from '@deal-canvas/client'
import { expect, test } from 'vitest'
import { aboutEmail } from './about-email.ts'

const refused = (loc: string[], msg: string) =>
  new ApiError({ status: 422, code: 'validation', detail: msg, failures: [{ type: 'value_error', loc, msg }] })

test('strips the generic prefix from the reason why an email address is invalid', () => {
  const msg = 'value is not a valid email address: An email address must have an @-sign.'
  expect(aboutEmail(refused(['body', 'email'], msg))).toBe('An email address must have an @-sign.')
})

test('returns no email error for other fields or other failures', () => {
  expect(aboutEmail(refused(['body', 'code'], 'no'))).toBeUndefined()
  expect(aboutEmail(new TypeError('no'))).toBeUndefined()
})
