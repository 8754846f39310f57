import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmailCodes } from './email-codes.ts'

describe('email codes', () => {
  const place = { userId: 'user', email: 'a@example.com' }
  const codes = createEmailCodes(['the-secret'])

  it('creates six-digit codes that are valid only for their user and address', () => {
    for (let n = 0; n < 200; n++) {
      const { code, digest } = codes.make(place)
      expect(code).toMatch(/^\d{6}$/)
      expect(codes.isRight(digest, place, code)).toBe(true)
      expect(codes.isRight(digest, { ...place, userId: 'other' }, code)).toBe(false)
      expect(codes.isRight(digest, { ...place, email: 'b@example.com' }, code)).toBe(false)
    }
  })

  it('accepts no text other than the code itself', () => {
    const { code, digest } = codes.make(place)
    fc.assert(fc.property(fc.string(), (guess) => codes.isRight(digest, place, guess) === (guess === code)))
    fc.assert(fc.property(fc.string(), (stored) => !codes.isRight(stored, place, code)))
  })

  it('accepts a code under any secret in rotation, and under no other secret', () => {
    const { code, digest } = codes.make(place)
    expect(createEmailCodes(['a-newer-one', 'the-secret']).isRight(digest, place, code)).toBe(true)
    expect(createEmailCodes(['a-newer-one']).isRight(digest, place, code)).toBe(false)
  })

  it('creates a real digest and a dummy digest of the same form', () => {
    const looks = /^[\w-]{43}$/
    expect(codes.make(place).digest).toMatch(looks)
    expect(codes.digestOfNone()).toMatch(looks)
    expect(codes.digestOfNone()).not.toBe(codes.digestOfNone())
  })
})
