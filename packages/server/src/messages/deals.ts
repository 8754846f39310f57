import { defineMessages } from '@deal-canvas/messages'

export const dealMessages = defineMessages('deals', {
  sessionEnded: 'The session has ended. Opening the canvas starts a new one.',
  noSession: 'There was no session to end',
  reasonBlank: 'Reason must not be blank',
  fenceUnknown: 'No lock has this fence number',
  orderIncomplete: 'The order must name each section of `from` once',
})

export const quotaMessages = defineMessages('quotas', {
  organizationBytes: 'The files and texts of an organization can have at most {size}. Remove some first.',
  personalBytes: 'The files and texts of your personal deals can have at most {size}. Remove some first.',
  deals: 'A person can create at most {limit, plural, one {# deal} other {# deals}}. Delete one first.',
  intakes: 'A person can have at most {limit, plural, one {# open intake} other {# open intakes}}. Finish one first.',
})
