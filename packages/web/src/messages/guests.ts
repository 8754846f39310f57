import { defineMessages } from './define-messages.ts'

/** People outside the organization who were invited to one deal. */
export const guestMessages = defineMessages('guests', {
  guest: 'Guest',
  guestHint: 'A person outside the organization who was invited to this deal only',
  guests: 'Guests',
  guestsHint:
    'Guests are people outside the organization. They see this deal with a watermark, and nothing else of the organization.',
  invite: 'Invite a guest',
  inviteTitle: 'Invite a guest to the deal',
  email: 'Email',
  emailHint:
    'Only the reader of this address can accept. The link works for {days, plural, one {# day} other {# days}}.',
  role: 'Role',
  roleOf: 'Role of {name}',
  accessUntil: 'Access until',
  accessUntilHint: 'At most {days, plural, one {# day} other {# days}} from today.',
  send: 'Send invitation',
  sent: 'An invitation was sent to {email}.',
  sentAgain: 'The invitation to {email} was sent again. The former link no longer works.',
  withdrawn: 'The invitation to {email} was withdrawn.',
  invitation: '{role}, access until {date}, not accepted yet',
  invitationOf: 'Invitation of {email}',
  sendAgain: 'Send again',
  withdraw: 'Withdraw',
  until: 'access until {date}',
  change: 'Change access',
  changeNamed: 'Change the access of {name}',
  save: 'Save',
  myAccess: 'You are a guest of this deal. Your access ends on {date}.',
  noGuests: 'Nobody outside the organization can see this deal.',
  showMore: 'Show more invitations',
  watermark: '{name} · {email} · {date}',
  watermarkWithoutEmail: '{name} · {date}',

  // Settings of the organization
  allowGuests: 'Owners of deals can invite guests',
  allowGuestsHint:
    'Guests see one deal, for at most 180 days. Switched off, nobody new is invited; guests stay until their access ends.',
  guestExports: 'Guests can export and download',
  guestExportsHint: 'Exports of guests always carry a watermark. Switched off, guests only view.',

  // Accepting
  joinTitle: 'Open the deal as a guest',
  joinIntro: 'You are signed in as {person}. You will see one deal as a guest, for a limited time.',
  joinSignedOut:
    'You were invited to a deal as a guest. Sign in with the invited address, or create an account with it.',
  registerInvited: 'You were invited to a deal as a guest. Use the address the invitation was sent to.',
  open: 'Open the deal',
  deadTitle: 'This invitation no longer works',
  deadHint: 'It was used, replaced or withdrawn, or it has expired. Ask the person who invited you for a new one.',
  alreadyTitle: 'You already have access',
  alreadyHint: 'You can already see this deal, or you belong to its organization. Look for it on the deals page.',
  offTitle: 'Guests are switched off',
  offHint: 'The organization of this deal does not invite guests at the moment. Ask the person who invited you.',
  finalizedTitle: 'The deal is finalized',
  finalizedHint: 'Nobody new can join a finalized deal. Ask the person who invited you.',
})
