import { defineMessages } from './define-messages.ts'

/** The strip above the memo after a change was applied: it is there before anybody opens the what-if. */
export const appliedMessages = defineMessages('applied', {
  applied: '{metric} is now <b>{value}</b>.',
  undo: 'Undo',
  keepAndClose: 'Keep and close',
})
