import { defineMessages } from './define-messages.ts'

export const sessionMessages = defineMessages('session', {
  // Errors
  pageFailed: 'Something went wrong on this page. Reload it.',
  notResponding: 'The service is not responding. Check your connection, then try again.',
  tooManyAttempts: 'Too many attempts.',
  databaseNotResponding: 'The service’s database is not responding.',
  restarting: 'The service is restarting.',
  unreadableAnswer: 'The response did not come from the service. Check your connection, then try again.',
  requestFailed: 'The service could not complete the request. Try again.',
  requestFailedWithId:
    'The service could not complete the request. Try again, or contact support and quote {requestId}.',
  waitAMoment: 'Wait a moment, then try again.',
  wait: 'Wait {time}, then try again.',

  // Passwords
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordRule: '{min} to {max} characters',
  passwordRuleAndLength: '{min} to {max} characters ({length} entered)',
  passwordRuleError: 'Use {min} to {max} characters',
  currentPasswordMissing: 'Enter your current password',
  currentPasswordWrong: 'Current password is incorrect',
  signedInByLink: 'You signed in with a link. Until {time}, you can set a new password without the current one.',

  // Roles in an organization
  roleOwner: 'Owner',
  roleAdmin: 'Admin',
  roleMember: 'Member',
})
