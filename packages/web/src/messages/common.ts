import { defineMessages } from './define-messages.ts'

/** Buttons and words used on every page. */
export const commonMessages = defineMessages('common', {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  remove: 'Remove',
  save: 'Save',
  tryAgain: 'Try again',
})
