import { maxPasswordLength, minPasswordLength, passwordLength, passwordLengthProblem } from '@deal-canvas/contract'
import { sessionMessages } from '../messages/session.ts'

export const fitsPasswordRule = (password: string): boolean => passwordLengthProblem(password) === undefined

const bounds = { min: minPasswordLength, max: maxPasswordLength }

const passwordRule = sessionMessages.passwordRule(bounds)

/** Shown when a password violates the rule. */
export const passwordRuleError = sessionMessages.passwordRuleError(bounds)

/** The rule, with the current length of the typed password. */
export const passwordHint = (password: string): string =>
  password === ''
    ? passwordRule
    : sessionMessages.passwordRuleAndLength({ ...bounds, length: passwordLength(password) })
