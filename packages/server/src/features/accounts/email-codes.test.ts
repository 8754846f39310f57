import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmailCodes } from './email-codes.ts'

describe('a code for an address', () => {
  const place = { userId: 'user', email: 'a@example.com' }
  const codes = createEmailCodes(['the-secret'])

  it('has six digits, and is right for its user and address alone', () => {
    for (let n = 0; n < 200; n++) {
      const { code, digest } = codes.make(place)
      expect(code).toMatch(/^\d{6}$/)
      expect(codes.isRight(digest, place, code)).toBe(true)
      expect(codes.isRight(digest, { ...place, userId: 'other' }, code)).toBe(false)
      expect(codes.isRight(digest, { ...place, email: 'b@example.com' }, code)).toBe(false)
    }
  })

  it('is right by no other text', () => {
    const { code, digest } = codes.make(place)
    fc.assert(fc.property(fc.string(), (guess) => codes.isRight(digest, place, guess) === (guess === code)))
    fc.assert(fc.property(fc.string(), (stored) => !codes.isRight(stored, place, code)))
  })

  it('is known while the secrets are rotated, and to nobody who has none of them', () => {
    const { code, digest } = codes.make(place)
    expect(createEmailCodes(['a-newer-one', 'the-secret']).isRight(digest, place, code)).toBe(true)
    expect(createEmailCodes(['a-newer-one']).isRight(digest, place, code)).toBe(false)
  })

  it('has a digest that looks like the digest of none', () => {
    const looks = /^[\w-]{43}$/
    expect(codes.make(place).digest).toMatch(looks)
    expect(codes.digestOfNone()).toMatch(looks)
    expect(codes.digestOfNone()).not.toBe(codes.digestOfNone())
  })
})
