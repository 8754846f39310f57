import { defineMessages } from './define-messages.ts'

export const accountMessages = defineMessages('account', {
  // Header
  pageTitle: 'Account · Deal Canvas',
  hello: 'Hello, {name}',
  joined: '{email}, joined {month}',
  joinedWithoutEmail: 'No email, joined {month}',
  superadmin: 'Superadmin',

  // Organizations
  organizations: 'Organizations',
  noOrganizations: 'You are not in an organization. An organization owner or admin can invite you by email.',

  // Usage
  usage: 'Usage',
  usageDeals: 'Deals you created',
  usageIntakes: 'Open intakes',
  usageOrgFiles: 'Files of {name}',
  usagePersonalFiles: 'Files of your personal deals',
  usedOfLimit: '{used} of {limit}',

  // Emails
  emails: 'Emails',
  noEmails: 'No email is linked to this account.',
  primary: 'Primary',
  verified: 'Verified',
  notVerified: 'Not verified',
  enterCode: 'Enter code',
  enterCodeFor: 'Enter code for {email}',
  removeEmail: 'Remove {email}',
  emailVerified: '{email} is verified',
  emailRemoved: '{email} was removed',
  unverifiedNote:
    '{email} is not verified. Enter the code that was sent to it. Until then, it cannot receive sign-in links.',

  // Add an address
  addEmail: 'Add an address',
  newEmail: 'New address',
  newEmailHint: 'A code is sent to this address to verify that it is yours',
  newEmailMissing: 'Enter the address',
  newEmailLinked: 'This address is already on your account',
  sendCode: 'Send code',
  tooManyCodes: 'Too many codes were sent. You can request the next one in {wait}.',

  // Verify an address
  enterSentCode: 'Enter the code sent to {email}.',
  codeSent:
    'If the address can be added, a code is on its way to {email}. It expires in {minutes, plural, one {# minute} other {# minutes}}.',
  newCodeSent:
    'If the address can be added, a new code is on its way to {email}. It expires in {minutes, plural, one {# minute} other {# minutes}}. The previous code no longer works.',
  code: 'Code',
  codeHint: '{count, number} digits',
  codeIncomplete: 'Enter the {count, number} digits of the code',
  codeInvalid: 'This is not the code from the latest email. After {max, number} wrong attempts, you need a new code',
  codeExpired: 'This code has expired. Request a new one',
  tooManyEmails: 'An account can have at most {max, number} addresses. Remove one, then enter the code again.',
  verifyEmail: 'Verify address',
  sendNewCode: 'Send a new code',

  // Remove an address
  removeEmailTitle: 'Remove {email}?',
  removeEmailHint: 'You will no longer be able to sign in with it or receive email at it.',
  removePrimaryEmailHint:
    'You will no longer be able to sign in with it or receive email at it. Another of your addresses becomes the primary one.',
  removeEmailKeep: 'Keep address',
  removeEmailConfirm: 'Remove address',
  lastEmail: 'This address cannot be removed because you need it to sign in. Verify another address first.',

  // Profile
  profile: 'Profile',
  firstName: 'First name',
  lastName: 'Last name',
  saveProfile: 'Save profile',
  discardEdits: 'Discard edits',
  saved: 'Saved',
  noUnsavedEdits: 'No unsaved edits',
  profileNotSaved: 'Not saved, your edits are kept. {reason}',

  // Photo
  photo: 'Photo',
  uploadPhoto: 'Upload a photo',
  removePhoto: 'Remove photo',
  photoHint: 'PNG, JPEG or WebP. The photo is cropped to a square. Without one, your initials are shown.',
  photoSaved: 'Photo saved',
  photoRemoved: 'Photo removed',
  photoNotChanged: 'Photo not changed. {reason}',
  photoUnreadable: 'This file is not a readable image. Choose a PNG, JPEG or WebP image.',

  // Mail
  mail: 'Mail',
  mailMentions: 'Email me when I am mentioned or a deal I own is finalized',
  mailNotSaved: 'Not saved. {reason}',

  // Password
  password: 'Password',
  changePassword: 'Change password',
  setNewPassword: 'Set new password',
  passwordHint: 'Changing your password ends your other sessions',
  passwordChanged: 'Password changed. Your other sessions have ended',

  // Sessions
  sessions: 'Sessions',
  loadSessions: 'Load sessions',
  showAllSessions: 'Show all {count, plural, one {# session} other {# sessions}}',
  thisSession: 'This session',
  unknownIp: 'Unknown IP address',
  sessionDetails: '{ip}, used {used}, signed in {signedIn}',
  endSession: 'End session',
  endSessionOf: 'End session, {device}, used {used}',
  endAllOthers: 'End all others',
  endedSession: 'Ended the session in {device}',
  endedAllOthers: 'Ended all other sessions',

  // End sessions
  endSessionTitle: 'End the session in {device}?',
  endSessionsTitle: 'End {count, plural, one {# other session} other {# other sessions}}?',
  endSessionItem: '{ip}, used {used}',
  endSessionsItem: '{device}, {ip}, used {used}',
  endSessionsItemUnknownIp: '{device}, unknown IP address, used {used}',
  endSessionsMore: 'and {count, number} more',
  endSessionHint: 'Anyone using this session has to sign in again and loses unsaved changes.',
  endSessionsHint: 'Anyone using these sessions has to sign in again and loses unsaved changes.',
  endSessionKeep: 'Keep session',
  endSessionsKeep: 'Keep sessions',
  endSessionsConfirm: 'End {count, plural, one {# session} other {# sessions}}',
  endSessionsFailed: '{reason} Sessions still listed are still open.',
})
