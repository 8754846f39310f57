import { defineMessages } from './define-messages.ts'

/** Deals that come from a bundle. */
export const importMessages = defineMessages('imports', {
  import: 'Import deal',
  title: 'Import a deal',
  file: 'Bundle',
  hint: 'A zip file that was exported as “Whole deal”, here or on another service. You become the only member; the people in it become names without an account.',
  space: 'Where it belongs',
  personal: 'Personal deal',
  start: 'Import',
  sending: 'Sending the file, {share}',
  reading: 'Importing the deal, {share}',
  waiting: 'Waiting for the import to begin',
  ready: 'The deal was imported.',
  nothingKept: '{problem}. Nothing of it was kept.',
  open: 'Open deal',
  signedBy: 'Signed with the key {key}. Compare it with the other service.',
})
