import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { boolean, email, integer, list, model, secret, text } from './schema.ts'
import { emailCodeDigits, maxEmailLength } from './sizes.ts'

const tag = 'Authentication and account'

/** An email address of an account. */
export const AccountEmail = model(
  {
    email: text({ description: 'The email address.', examples: ['owner@example.com'] }),
    verified: boolean({ description: 'Whether the address was verified.' }),
    primary: boolean({ description: 'Whether mails go to this address.' }),
  },
  { title: 'AccountEmail' },
)

export const requestEmailCode = operation({
  id: 'requestEmailCode',
  method: 'POST',
  path: '/api/auth/email/request',
  tag,
  summary: 'Mail a code to verify an address',
  description:
    'Sends a 6-digit code to an address, to link it to the account or to verify it. The answer is the same for every address; 3 codes an hour per person.',
  access: signedIn,
  body: model(
    { email: email({ description: 'The address to verify.', examples: ['second@example.com'] }) },
    { title: 'RequestEmailCodeRequest' },
  ),
  answer: model(
    {
      message: text({
        description: 'A sentence for a person.',
        examples: ['A code was sent if the address can be linked'],
      }),
      expires_in_minutes: integer({ description: 'After how many minutes the code expires.', examples: [15] }),
    },
    { title: 'RequestEmailCodeResponse' },
  ),
  limit: 'email_request',
})

export const verifyEmailCode = operation({
  id: 'verifyEmailCode',
  method: 'POST',
  path: '/api/auth/email/verify',
  tag,
  summary: 'Verify an address with its code',
  description: 'Verifies the address with the mailed code and links it to the account; it can then be used to sign in.',
  access: signedIn,
  body: model(
    {
      email: email({ description: 'The address that the code was mailed to.', examples: ['second@example.com'] }),
      code: secret({ description: 'The six digits.', pattern: `^[0-9]{${emailCodeDigits}}$`, examples: ['048213'] }),
    },
    { title: 'VerifyEmailCodeRequest' },
  ),
  answer: model(
    {
      success: boolean({ description: 'True: it was done.' }),
      email: text({ description: 'The verified address.', examples: ['second@example.com'] }),
      emails: list(AccountEmail, { description: 'All addresses of the account.' }),
    },
    { title: 'VerifyEmailCodeResponse' },
  ),
  errors: ['code_invalid', 'code_expired', 'too_many_emails'],
})

export const removeEmail = operation({
  id: 'removeEmail',
  method: 'DELETE',
  path: '/api/auth/emails/{email}',
  tag,
  summary: 'Unlink one of my addresses',
  description: 'Removes an address from the account. The last verified address cannot be removed.',
  access: signedIn,
  params: model({
    email: text({ description: 'The address to remove.', max: maxEmailLength, examples: ['second@example.com'] }),
  }),
  errors: ['email_not_found', 'last_email'],
})
