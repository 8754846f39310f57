import { defineMessages } from './define-messages.ts'

/** Buttons and words that are the same on every page. */
export const commonMessages = defineMessages('common', {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  remove: 'Remove',
  save: 'Save',
  tryAgain: 'Try again',
})
