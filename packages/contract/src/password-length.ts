import { maxPasswordLength, minPasswordLength } from './sizes.ts'

/** Counted in characters, not in code units, so that an emoji counts as one. */
export const passwordLength = (password: string): number => [...password].length

/** Why the length of a new password is rejected; undefined if it is valid. */
export const passwordLengthProblem = (password: string): 'too_short' | 'too_long' | undefined => {
  const length = passwordLength(password)
  if (length < minPasswordLength) return 'too_short'
  return length > maxPasswordLength ? 'too_long' : undefined
}
