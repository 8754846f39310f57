import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordObjection } from './password-rules.ts'

const emails = ['maya@example.com', 'maya.okafor.long@example.com']
const objection = (password: string) => passwordObjection(password, emails)

describe('a new password', () => {
  it('has 10 to 128 characters, where an emoji is one', () => {
    expect(objection('k7#pWz!q2')).toBe('Password should have at least 10 characters')
    expect(objection('k7#pWz!q2x')).toBeUndefined()
    expect(objection('🦊🐻🐼🐨🐯🦁🐮🐷🐸')).toBe('Password should have at least 10 characters')
    expect(objection('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵')).toBeUndefined()
    expect(objection('ab'.repeat(64))).toBeUndefined()
    expect(objection(`${'ab'.repeat(64)}c`)).toBe('Password should have at most 128 characters')
    expect(objection('🦊🐻'.repeat(64))).toBeUndefined()
  })

  it.each(['1234567890', 'qwertyuiop', 'QWERTYUIOP', 'password123', 'Password123'])(
    'is not the common %s',
    (common) => {
      expect(objection(common)).toBe('Password is too common')
    },
  )

  it.each(['aaaaaaaaaaaa', 'abcdefghijkl', 'ZYXWVUTSRQPO', '3456789:;<=>'])('is not the run %s', (run) => {
    expect(objection(run)).toBe('Password is too common')
  })

  it.each(['maya.okafor.long@example.com', 'Maya@Example.COM', 'maya.okafor.long', 'MAYA.OKAFOR.LONG'])(
    'is not the address, nor its name: %s',
    (password) => {
      expect(objection(password)).toBe(password.length < 10 ? expect.anything() : 'Password should not be your email')
    },
  )

  it('may contain the address', () => {
    expect(objection('maya@example.com and a fox')).toBeUndefined()
  })

  it('is judged by its length alone when it is too short or too long, whatever it holds', () => {
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
