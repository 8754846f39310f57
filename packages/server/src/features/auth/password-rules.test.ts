import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordObjection } from './password-rules.ts'

const emails = ['maya@example.com', 'maya.okafor.long@example.com']
const objection = (password: string) => passwordObjection(password, emails)

describe('password rules', () => {
  it('requires a password of 10 to 128 characters, an emoji counted as one [PASSWORD-1]', () => {
    expect(objection('k7#pWz!q2')).toBe('Password should have at least 10 characters')
    expect(objection('k7#pWz!q2x')).toBeUndefined()
    expect(objection('🦊🐻🐼🐨🐯🦁🐮🐷🐸')).toBe('Password should have at least 10 characters')
    expect(objection('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵')).toBeUndefined()
    expect(objection('ab'.repeat(64))).toBeUndefined()
    expect(objection(`${'ab'.repeat(64)}c`)).toBe('Password should have at most 128 characters')
    expect(objection('🦊🐻'.repeat(64))).toBeUndefined()
  })

  it.each(['1234567890', 'qwertyuiop', 'QWERTYUIOP', 'password123', 'Password123'])(
    'rejects the common password %s [PASSWORD-2]',
    (common) => {
      expect(objection(common)).toBe('Password is too common')
    },
  )

  it.each(['aaaaaaaaaaaa', 'abcdefghijkl', 'ZYXWVUTSRQPO', '3456789:;<=>'])(
    'rejects the character sequence %s as a password',
    (run) => {
      expect(objection(run)).toBe('Password is too common')
    },
  )

  it.each(['maya.okafor.long@example.com', 'Maya@Example.COM', 'maya.okafor.long', 'MAYA.OKAFOR.LONG'])(
    'rejects the password %s because it is the address or its local part [PASSWORD-3]',
    (password) => {
      expect(objection(password)).toBe(password.length < 10 ? expect.anything() : 'Password should not be your email')
    },
  )

  it('accepts a password that merely contains the address', () => {
    expect(objection('maya@example.com and a fox')).toBeUndefined()
  })

  it('reports only the length of a password that is too short or too long', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(text, (password) => {
        const length = [...password].length
        if (length < 10) return objection(password) === 'Password should have at least 10 characters'
        if (length > 128) return objection(password) === 'Password should have at most 128 characters'
        return !/at (least|most)/.test(objection(password) ?? '')
      }),
    )
  })
})
