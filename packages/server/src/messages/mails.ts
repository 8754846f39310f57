import { defineMessages } from '@deal-canvas/messages'

export const accountMailMessages = defineMessages('account-mails', {
  signIn: 'Sign in',
  nothingToDo: 'Nothing has changed. If it was not you, you do not need to do anything.',
  codeSubject: 'Your Deal Canvas code',
  codeText: 'Enter this code in Deal Canvas to confirm your address:',
  codeValidity:
    'It works for {minutes, plural, one {# minute} other {# minutes}}. If you did not request it, ignore this email and do not share the code.',
  linkSubject: 'Your Deal Canvas sign-in link',
  linkText: 'Open this link to sign in:',
  linkValidity:
    'It works once, for {minutes, plural, one {# minute} other {# minutes}}. If you did not request it, ignore this email.',
  linkedByOtherSubject: 'Someone tried to add your address in Deal Canvas',
  linkedByOtherText:
    'Someone tried to add this address to another Deal Canvas account. It already belongs to your account.',
  registeredAgainSubject: 'You already have a Deal Canvas account',
  registeredAgainText: 'Someone tried to register with this address. It already belongs to your account.',
  registeredAgainHint: 'If it was you, sign in instead. If you forgot your password, request a sign-in link by email.',
})

export const securityMailMessages = defineMessages('security-mails', {
  sessions: 'Your sessions',
  passwordChangedSubject: 'Your Deal Canvas password was changed',
  passwordChangedText: 'Your password was changed, and your other sessions were ended.',
  passwordChangedHint: 'If this was not you, contact an administrator of your organization immediately.',
  sessionEndedSubject: 'A Deal Canvas session was ended',
  sessionEndedText:
    'An expired sign-in of your account was used again. Someone may have copied it, so the session was ended.',
  sessionEndedHint: 'Sign in again. If you do not know why this happened, change your password too.',
  addressLinkedSubject: 'An address was linked to your Deal Canvas account',
  addressLinkedText: 'The address {address} was linked to your account. You can now sign in with it.',
  addressLinkedHint: 'If this was not you, remove it and change your password immediately.',
  addressRemovedSubject: 'An address was removed from your Deal Canvas account',
  addressRemovedText: 'The address {address} was removed from your account. It can no longer be used to sign in.',
  addressRemovedHint: 'If this was not you, change your password immediately.',
  addressChangedSubject: 'The address of your Deal Canvas account was changed',
  addressChangedText: 'An administrator changed the address of your account to {address}.',
  addressChangedHint:
    'If that address is new to your account, enter the code that was sent to it before you sign in with it. Until then, {formerAddress} still works.',
})

export const invitationMailMessages = defineMessages('invitation-mails', {
  subject: '{person} invited you to {organization}',
  text: '{person} invited you to join {organization} on Deal Canvas.',
  join: 'Join {organization}',
  validity:
    'The link works for {days, plural, one {# day} other {# days}}. If you did not expect this invitation, ignore this email.',
})

export const mentionMailMessages = defineMessages('mention-mails', {
  unverified: '{name} (unverified)',
  subject: '{person} mentioned you in {deal}',
  text: '{person} mentioned you in {deal}.',
  quote: '“{text}”',
  open: 'Open {deal}',
  turnOff: 'You can turn off these emails in your account.',
})

export const decisionMailMessages = defineMessages('decision-mails', {
  subject: '{deal}: {decision}',
  text: 'The deal {deal} was finalized: {decision}.',
  keep: 'Its audit trail had {events, plural, one {# event} other {# events}} at that time. Keep this email: if events are removed later, verifying the audit trail with this event number and hash detects it.',
  event: 'Event {seq}, {time}',
  hash: 'Hash {hash}',
  signature: 'Signature {signature}',
  open: 'Open the audit trail',
})

/** Messages above the rate limit, combined into one email. */
export const digestMailMessages = defineMessages('digest-mails', {
  subject: '{count, plural, one {A message} other {# messages}} for you in Deal Canvas',
  text: 'You received many messages in a short time, so they were combined into this email:',
  unreadable: 'A message that can no longer be shown. Open Deal Canvas to see what is new.',
})
