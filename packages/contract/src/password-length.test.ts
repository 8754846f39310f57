import { expect, it } from 'vitest'
import { passwordLength, passwordLengthProblem } from './password-length.ts'

it('accepts a new password of 10 to 128 characters', () => {
  const problems = [9, 10, 128, 129].map((length) => passwordLengthProblem('x'.repeat(length)))
  expect(problems).toEqual(['too_short', undefined, undefined, 'too_long'])
})

it('counts an emoji in a password as one character', () => {
  expect(passwordLength('🔑🔑')).toBe(2)
  expect(passwordLengthProblem('🔑'.repeat(9))).toBe('too_short')
})
