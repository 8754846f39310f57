import { maxPasswordLength, minPasswordLength, passwordLengthProblem } from '@deal-canvas/contract'
import { dictionary } from '@zxcvbn-ts/language-common'
import { accountMessages as messages } from '../../messages/accounts.ts'

const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= minPasswordLength),
)

const isRunOf = (password: string, step: number): boolean =>
  [...password].every((_, index) => index === 0 || password.charCodeAt(index) - password.charCodeAt(index - 1) === step)

/** The reason why a password is rejected, or undefined. */
export const passwordObjection = (password: string, emails: readonly string[]): string | undefined => {
  const problem = passwordLengthProblem(password)
  if (problem === 'too_short') return messages.passwordTooShort({ limit: minPasswordLength })
  if (problem === 'too_long') return messages.passwordTooLong({ limit: maxPasswordLength })
  const lower = password.toLowerCase()
  if (emails.some((email) => lower === email || lower === email.split('@')[0])) return messages.passwordIsEmail()
  if (common.has(lower) || [-1, 0, 1].some((step) => isRunOf(lower, step))) return messages.passwordTooCommon()
  return undefined
}
