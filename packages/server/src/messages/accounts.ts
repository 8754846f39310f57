import { defineMessages } from '@deal-canvas/messages'

/** Accounts, sign-in and registration. */
export const accountMessages = defineMessages('accounts', {
  codeSent: 'A code was sent if the address can be linked',
  linkSent: 'If the address belongs to an account, a link is on its way',
  pictureNotUrl: 'Picture must be an http or https URL',
  passwordTooShort: 'Password should have at least {limit, number} characters',
  passwordTooLong: 'Password should have at most {limit, number} characters',
  passwordIsEmail: 'Password should not be your email',
  passwordTooCommon: 'Password is too common',
  passwordUnchanged: 'Password should differ from the current one',
  recipientNotActive: 'There is no such active user',
  erasedName: 'Former member {digits}',
})
