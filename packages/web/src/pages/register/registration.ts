import { ApiError } from '@deal-canvas/client'
import { aboutEmail } from '../../session/about-email.ts'
import { fitsPasswordRule, passwordRule } from '../../session/password-rule.ts'
import { sentenceFor } from '../../session/sentence-for.ts'

const fields = ['invite_code', 'display_name', 'email', 'password'] as const
export type RegistrationField = (typeof fields)[number]
export type Registration = { readonly [Field in RegistrationField]: string }
/** What is wrong, by field; `whole` where no field is to blame. */
export type Wrong = { readonly [Place in RegistrationField | 'whole']?: string | undefined }

export const isFine = (wrong: Wrong): boolean => Object.values(wrong).every((sentence) => sentence === undefined)

/** What can be seen without asking the service. */
export const missingIn = ({ invite_code, display_name, email, password }: Registration): Wrong => ({
  invite_code: invite_code === '' ? 'Enter your invite code' : undefined,
  display_name: display_name === '' ? 'Enter your name' : undefined,
  email: email === '' ? 'Enter your email' : undefined,
  password: fitsPasswordRule(password) ? undefined : `Use ${passwordRule}`,
})

/** `invited`: by the token of a mailed invitation, which the person never sees, so no field is to blame for it. */
export const wrongOf = (error: unknown, invited: boolean): Wrong => {
  if (!(error instanceof ApiError)) return { whole: sentenceFor(error) }
  if (error.code === 'invite_invalid') {
    return invited
      ? {
          whole:
            'The invitation does not fit this address, or is not good any more. Use the address it was mailed to, or ask for a new one.',
        }
      : { invite_code: 'This code is not good, or not any more. Check it, or ask for another one' }
  }
  if (error.code === 'email_taken') return { email: 'This address has an account already. Sign in with it instead' }
  const wrong: Wrong = {
    invite_code: invited ? undefined : error.about('invite_code'),
    display_name: error.about('display_name'),
    email: aboutEmail(error),
    password: error.about('password'),
  }
  return isFine(wrong) ? { whole: sentenceFor(error) } : wrong
}
