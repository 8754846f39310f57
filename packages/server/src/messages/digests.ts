import { defineMessages } from '@deal-canvas/messages'

export const digestMessages = defineMessages('digests', {
  // Settings
  unknownTimeZone: 'This is not the name of a time zone. Use an IANA name such as Europe/Berlin',
  emptyQuietHours: 'Quiet hours must end at another hour than they begin',

  // Mail
  subject: '{count, plural, one {# unread notification} other {# unread notifications}} in Deal Canvas',
  subjectInDeals:
    '{count, plural, one {# unread notification} other {# unread notifications}} in {deals, plural, one {# deal} other {# deals}}',
  subjectOver: 'More than {count, number} unread notifications in Deal Canvas',
  unverified: '{name} (unverified)',
  inSection: '{person} in {section}',
  quote: '“{text}”',
  more: 'and {count, number} more',
  moreOver: 'and more than {count, number} more',
  all: 'All notifications',
  settings: 'Change when you get these emails',
  unsubscribe: 'Stop these emails',

  // Unsubscribe page
  pageTitle: 'Stop digests · Deal Canvas',
  pageDescription: 'Stop emails with your unread notifications.',
  heading: 'Stop digests?',
  text: 'You will get no more emails that sum up your unread notifications. Emails about mentions, and the notifications in Deal Canvas, stay as they are.',
  confirm: 'Stop digests',
  doneHeading: 'Digests are stopped',
  doneText: 'You will get no more digests. You can switch them on again in your account.',
  invalidHeading: 'This link no longer works',
  invalidText:
    'It may be incomplete, or the address of your account has changed since. Sign in to change which emails you get.',
  account: 'Open my account',
})
