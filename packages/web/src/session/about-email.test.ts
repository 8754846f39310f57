import { ApiError } from '@deal-canvas/client'
import { expect, test } from 'vitest'
import { aboutEmail } from './about-email.ts'

const refused = (loc: string[], msg: string) =>
  new ApiError({ status: 422, code: 'validation', detail: msg, failures: [{ type: 'value_error', loc, msg }] })

test('a refused address is told why, in the words that follow the colon', () => {
  const msg = 'value is not a valid email address: An email address must have an @-sign.'
  expect(aboutEmail(refused(['body', 'email'], msg))).toBe('An email address must have an @-sign.')
})

test('another field, or another failure, is not about the address', () => {
  expect(aboutEmail(refused(['body', 'code'], 'no'))).toBeUndefined()
  expect(aboutEmail(new TypeError('no'))).toBeUndefined()
})
