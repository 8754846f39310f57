import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../invalid-input.ts'
import { readOrgName, readTeamName } from './names.ts'

const unfit = ['\t', '\n', '\r', '\u0001', '\u007f', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '<', '>']

const objectionTo = (read: (name: string) => string, name: string): string => {
  try {
    return `none: ${read(name)}`
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    expect(error.objections).toEqual([{ at: ['body', 'name'], reason: expect.any(String), input: name }])
    return error.objections[0]?.reason ?? ''
  }
}

describe('organization name', () => {
  it.each([
    ['AB', 'AB'],
    ['  Northwind Capital \n', 'Northwind Capital'],
    ['株式会社', '株式会社'],
    ['٣٤', '٣٤'],
    ["O'Neill & Söhne – Fund #3", "O'Neill & Söhne – Fund #3"],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['𝒳'.repeat(100), '𝒳'.repeat(100)],
  ])('accepts the organization name %j', (given, name) => {
    expect(readOrgName(given)).toBe(name)
  })

  it.each(['', ' ', 'A', '  A  ', 'a'.repeat(101), '𝒳'.repeat(101)])(
    'rejects an organization name that is too short or too long: %j',
    (given) => {
      expect(objectionTo(readOrgName, given)).toBe('Name must have 2 to 100 characters')
    },
  )

  it.each(unfit)('rejects an organization name that contains %j', (sign) => {
    expect(objectionTo(readOrgName, `Acme${sign}Capital`)).toBe(
      'Name must not contain control characters or angle brackets',
    )
  })

  it.each(['--', '&&&', '🚀🚀', '\u200b\u200b\u200b'])(
    'rejects an organization name without a letter or digit: %j',
    (given) => {
      expect(objectionTo(readOrgName, given)).toBe('Name must contain a letter or a digit')
    },
  )

  it('leaves an accepted organization name unchanged when read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (given) => {
        if (objectionTo(readOrgName, given) !== `none: ${given.trim()}`) return
        const name = readOrgName(given)
        expect(readOrgName(name)).toBe(name)
        expect(unfit.some((sign) => name.includes(sign))).toBe(false)
      }),
    )
  })
})

describe('team name', () => {
  it.each(['A', '🚀', ' Real estate ', '7', 'a'.repeat(100)])('accepts the team name %j', (given) => {
    expect(readTeamName(given)).toBe(given.trim())
  })

  it.each(['', ' \n ', 'a'.repeat(101)])('rejects a team name that is too short or too long: %j', (given) => {
    expect(objectionTo(readTeamName, given)).toBe('Name must have 1 to 100 characters')
  })

  it.each(unfit)('rejects a team name that contains %j', (sign) => {
    expect(objectionTo(readTeamName, `a${sign}b`)).toBe('Name must not contain control characters or angle brackets')
  })

  it('rejects a team name without a visible character', () => {
    expect(objectionTo(readTeamName, '\u200b')).toBe('Name must contain at least one visible character')
  })
})
