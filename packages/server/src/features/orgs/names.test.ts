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

describe('the name of an organization', () => {
  it.each([
    ['AB', 'AB'],
    ['  Northwind Capital \n', 'Northwind Capital'],
    ['株式会社', '株式会社'],
    ['٣٤', '٣٤'],
    ["O'Neill & Söhne – Fund #3", "O'Neill & Söhne – Fund #3"],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['𝒳'.repeat(100), '𝒳'.repeat(100)],
  ])('may be %j', (given, name) => {
    expect(readOrgName(given)).toBe(name)
  })

  it.each(['', ' ', 'A', '  A  ', 'a'.repeat(101), '𝒳'.repeat(101)])('is not too short or too long: %j', (given) => {
    expect(objectionTo(readOrgName, given)).toBe('The name must have 2 to 100 characters')
  })

  it.each(unfit)('does not contain %j', (sign) => {
    expect(objectionTo(readOrgName, `Acme${sign}Capital`)).toBe(
      'The name must not contain control characters or angle brackets',
    )
  })

  it.each(['--', '&&&', '🚀🚀', '\u200b\u200b\u200b'])('has a letter or a digit: %j', (given) => {
    expect(objectionTo(readOrgName, given)).toBe('The name must contain a letter or a digit')
  })

  it('that is read is read again as the same', () => {
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

describe('the name of a team', () => {
  it.each(['A', '🚀', ' Real estate ', '7', 'a'.repeat(100)])('may be %j', (given) => {
    expect(readTeamName(given)).toBe(given.trim())
  })

  it.each(['', ' \n ', 'a'.repeat(101)])('is not too short or too long: %j', (given) => {
    expect(objectionTo(readTeamName, given)).toBe('The name must have 1 to 100 characters')
  })

  it.each(unfit)('does not contain %j', (sign) => {
    expect(objectionTo(readTeamName, `a${sign}b`)).toBe(
      'The name must not contain control characters or angle brackets',
    )
  })

  it('can be seen', () => {
    expect(objectionTo(readTeamName, '\u200b')).toBe('The name must contain something to see')
  })
})
