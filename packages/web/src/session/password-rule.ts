import { sessionMessages } from '../messages/session.ts'

const shortest = 10
const longest = 128

/** Counted in characters as the service counts them, so that an emoji is one. */
const lengthOf = (password: string): number => [...password].length

export const fitsPasswordRule = (password: string): boolean => {
  const length = lengthOf(password)
  return length >= shortest && length <= longest
}

const bounds = { min: shortest, max: longest }

const passwordRule = sessionMessages.passwordRule(bounds)

/** What is said where a password does not fit the rule. */
export const passwordRuleError = sessionMessages.passwordRuleError(bounds)

/** The rule, with the length of what is typed so far. */
export const passwordHint = (password: string): string =>
  password === '' ? passwordRule : sessionMessages.passwordRuleAndLength({ ...bounds, length: lengthOf(password) })
