import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase32, encodeBase32 } from './base32.ts'
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { codeOfStep, newTotpSecret, stepAt, stepOfCode, totpUri } from './totp.ts'

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B; the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('computes the code of RFC 6238 at second %i', (seconds, code) => {
    expect(codeOfStep(Buffer.from('12345678901234567890'), stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  it('accepts the code of the current half minute and of both neighbors, and no other [FACTOR-2]', () => {
    const secret = newTotpSecret()
    const time = new Date('2026-11-15T09:30:00.000Z')
    const step = stepAt(time)
    const accepted = [-2, -1, 0, 1, 2].map((drift) =>
      stepOfCode(secret, codeOfStep(decodeBase32(secret), step + drift), time),
    )
    expect(accepted.slice(1, 4)).toEqual([step - 1, step, step + 1])
    expect([accepted[0], accepted[4]].every((found) => found === undefined || Math.abs(found - step) <= 1)).toBe(true)
  })

  it('accepts a code with spaces and never fails on text that is not a code', () => {
    const secret = newTotpSecret()
    const time = new Date()
    const code = codeOfStep(decodeBase32(secret), stepAt(time))
    expect(stepOfCode(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, time)).toBeDefined()
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{6}$/.test(text.replaceAll(/[\s-]/g, '')))
        expect(stepOfCode(secret, text, time)).toBeUndefined()
      }),
    )
  })

  it('reads back every secret that it writes in base32', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...decodeBase32(encodeBase32(bytes))]).toEqual([...bytes])
      }),
    )
  })

  it('names account, issuer and secret in the address for the app', () => {
    expect(totpUri({ secret: 'ABC', account: 'a+b@example.com', issuer: 'Deal Canvas' })).toBe(
      'otpauth://totp/Deal%20Canvas:a%2Bb%40example.com?secret=ABC&issuer=Deal%20Canvas&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('recovery codes', () => {
  it('makes ten different codes of 80 bits in groups of four characters', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  })

  it('reads a recovery code in lower case, without hyphens, and with digits typed for letters', () => {
    expect(digestOfRecoveryCode('abco ibxy-2345-6777')).toBe(digestOfRecoveryCode('ABC01BXY23456777'))
  })
})
