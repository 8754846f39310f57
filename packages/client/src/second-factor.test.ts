import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { secondFactorOf } from './second-factor.ts'

const rejected = (code: string, fields: Record<string, unknown>) =>
  new ApiError({ status: 401, code, detail: 'No', fields })

describe('a sign-in that needs a second factor', () => {
  it('reads challenge, known methods and passkey options from the rejection', () => {
    const error = rejected('second_factor_required', {
      challenge: 'abc',
      methods: ['passkey', 'code', 'smoke_signal'],
      passkey_options: { challenge: 'x' },
    })
    expect(secondFactorOf(error)).toEqual({
      challenge: 'abc',
      methods: ['code', 'passkey'],
      passkeyOptions: { challenge: 'x' },
    })
  })

  it('is not read from another rejection, from one without a challenge, or from another error', () => {
    expect(secondFactorOf(rejected('invalid_credentials', { challenge: 'abc' }))).toBeUndefined()
    expect(secondFactorOf(rejected('second_factor_required', {}))).toBeUndefined()
    expect(secondFactorOf(new Error('second_factor_required'))).toBeUndefined()
  })
})
