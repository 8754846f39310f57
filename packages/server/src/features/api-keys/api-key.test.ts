import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hintOf, isApiKey, makeApiKey } from './api-key.ts'

describe('the form of API keys', () => {
  it('makes keys that begin with dck_, are recognized and never repeat [KEY-2]', () => {
    const keys = Array.from({ length: 1_000 }, makeApiKey)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) {
      expect(key).toMatch(/^dck_[0-9A-Za-z]{49}$/)
      expect(isApiKey(key)).toBe(true)
      expect(key.endsWith(hintOf(key))).toBe(true)
    }
  })

  it('notices every single character that was mistyped [KEY-2]', () => {
    const key = makeApiKey()
    fc.assert(
      fc.property(fc.integer({ min: 4, max: key.length - 1 }), fc.constantFrom(...'0aZ_-é '), (at, sign) => {
        const typed = `${key.slice(0, at)}${sign}${key.slice(at + 1)}`
        expect(isApiKey(typed)).toBe(typed === key)
      }),
    )
  })

  it('takes no other text for a key [KEY-2]', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiKey(text)))
    const key = makeApiKey()
    for (const text of ['', 'dck_', key.slice(0, -1), `${key}0`, ` ${key}`, key.slice(4), key.toUpperCase()])
      expect(isApiKey(text)).toBe(false)
  })
})
