import { defineMessages } from '@deal-canvas/messages'

export const guestMessages = defineMessages('guests', {
  endInPast: 'The access of a guest must end in the future',
  endTooLate: 'The access of a guest can last at most {days, plural, one {# day} other {# days}} from now',
})

export const guestMailMessages = defineMessages('guest-mails', {
  subject: '{person} invited you to {deal}',
  viewer: '{person} invited you to read the deal {deal} on Deal Canvas as a guest.',
  commenter: '{person} invited you to read and comment on the deal {deal} on Deal Canvas as a guest.',
  until: 'Your access ends on {day}.',
  open: 'Open {deal}',
  validity:
    'The link works once, for {days, plural, one {# day} other {# days}}, for this address. If you did not expect this invitation, ignore this email.',
})
