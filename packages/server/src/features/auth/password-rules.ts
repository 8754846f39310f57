import { dictionary } from '@zxcvbn-ts/language-common'

const shortest = 10
const longest = 128

const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= shortest),
)

const isRunOf = (password: string, step: number): boolean =>
  [...password].every((_, index) => index === 0 || password.charCodeAt(index) - password.charCodeAt(index - 1) === step)

/** Why a password is refused, or undefined. */
export const passwordObjection = (password: string, emails: readonly string[]): string | undefined => {
  const length = [...password].length
  if (length < shortest) return `Password should have at least ${shortest} characters`
  if (length > longest) return `Password should have at most ${longest} characters`
  const lower = password.toLowerCase()
  if (emails.some((email) => lower === email || lower === email.split('@')[0]))
    return 'Password should not be your email'
  if (common.has(lower) || [-1, 0, 1].some((step) => isRunOf(lower, step))) return 'Password is too common'
  return undefined
}
