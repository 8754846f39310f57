import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeInviteCode, readInviteCode } from './invite-code.ts'

describe('invite code format', () => {
  it('generates invite codes of three groups of four unambiguous characters', () => {
    const codes = Array.from({ length: 500 }, makeInviteCode)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(codes).size).toBe(500)
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
  })

  it('reads an invite code in any case, with or without separators, and with commonly confused letters', () => {
    const wrongly: Record<string, string[]> = { 0: ['o', 'O', '0'], 1: ['i', 'I', 'l', 'L', '1'] }
    const typed = fc
      .array(fc.tuple(fc.nat(), fc.boolean(), fc.constantFrom('', '-', ' ')), { minLength: 12, maxLength: 12 })
      .map((keys) => ({ code: makeInviteCode(), keys }))
    fc.assert(
      fc.property(typed, ({ code, keys }) => {
        const text = [...code.replaceAll('-', '')]
          .map((sign, index) => {
            const [pick = 0, lower = false, gap = ''] = keys[index] ?? []
            const ways = wrongly[sign] ?? [lower ? sign.toLowerCase() : sign]
            return `${ways[pick % ways.length]}${gap}`
          })
          .join('')
        expect(readInviteCode(text)).toBe(code)
      }),
    )
  })

  it('rejects text that is not an invite code', () => {
    for (const text of [
      '',
      '-',
      'ABCD-EFGH-JKM',
      'ABCD-EFGH-JKMNP',
      'UUUU-UUUU-UUUU',
      'ABCD_EFGH_JKMN',
      'ÄBCD-EFGH-JKMN',
    ])
      expect(readInviteCode(text)).toBeUndefined()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readInviteCode(text)
        if (read !== undefined) expect(readInviteCode(read)).toBe(read)
      }),
    )
  })
})
