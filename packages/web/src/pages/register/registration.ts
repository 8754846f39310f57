import { ApiError } from '@deal-canvas/client'
import { signInMessages } from '../../messages/sign-in.ts'
import { aboutEmail } from '../../session/about-email.ts'
import { fitsPasswordRule, passwordRuleError } from '../../session/password-rule.ts'
import { sentenceFor } from '../../session/sentence-for.ts'

const fields = ['invite_code', 'display_name', 'email', 'password'] as const
export type RegistrationField = (typeof fields)[number]
export type Registration = { readonly [Field in RegistrationField]: string }
/** Errors by field; `whole` for errors that are not about a single field. */
export type Wrong = { readonly [Place in RegistrationField | 'whole']?: string | undefined }

export const isFine = (wrong: Wrong): boolean => Object.values(wrong).every((sentence) => sentence === undefined)

/** Errors that can be found without the service. */
export const missingIn = ({ invite_code, display_name, email, password }: Registration): Wrong => ({
  invite_code: invite_code === '' ? signInMessages.inviteCodeMissing() : undefined,
  display_name: display_name === '' ? signInMessages.nameMissing() : undefined,
  email: email === '' ? signInMessages.emailMissing() : undefined,
  password: fitsPasswordRule(password) ? undefined : passwordRuleError,
})

/** `invited`: registered with a mailed invitation; the user never sees its token, so its errors have no field. */
export const wrongOf = (error: unknown, invited: boolean): Wrong => {
  if (!(error instanceof ApiError)) return { whole: sentenceFor(error) }
  if (error.code === 'invite_invalid') {
    return invited
      ? { whole: signInMessages.registerInvitationInvalid() }
      : { invite_code: signInMessages.inviteCodeInvalid() }
  }
  if (error.code === 'email_taken') return { email: signInMessages.emailTaken() }
  const wrong: Wrong = {
    invite_code: invited ? undefined : error.about('invite_code'),
    display_name: error.about('display_name'),
    email: aboutEmail(error),
    password: error.about('password'),
  }
  return isFine(wrong) ? { whole: sentenceFor(error) } : wrong
}
