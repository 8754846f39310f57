import { defineMessages } from '@deal-canvas/messages'

/** What waits for a person, where nobody has named it. */
export const waitingMessages = defineMessages('waiting', {
  vote: 'Vote on version {version, number} of the memo',
  voteWithoutMemo: 'Vote',
})
