import { defineMessages } from './define-messages.ts'

/** The page of a workbook. */
export const workbookMessages = defineMessages('workbook', {
  // Find and go to
  find: 'Find in the workbook',
  findHint: 'Words or numbers, all sheets',
  searching: 'Searching…',
  found: '{count, plural, =0 {Nothing found} one {# cell} other {# cells}}',
  foundMore: 'More than {count, number} cells',
  foundAt: '{place, number} of {count, number}',
  next: 'Next hit',
  previous: 'Previous hit',
  hits: 'Hits',
  showMore: 'Show more',
  goTo: 'Go to cell',
  goToHint: 'B7 or Sheet!B7',
  noSuchCell: 'Enter a cell such as B7 or Sheet!B7.',
  noSuchSheet: 'There is no sheet {sheet}.',

  // The grid
  grid: '{sheet} of {file}',
  sheets: 'Sheets',
  hidden: 'hidden',
  emptySheet: 'This sheet is empty.',
  firstSheet: 'Open the first sheet',
  passwordNeeded: 'This file is password-protected. Enter its password on the Documents page to read it.',
  allDocuments: 'Documents',
  sourceOfNumbers: 'Numbers come from here',

  // The chosen cell
  cell: 'Cell',
  address: '{sheet}!{cell}',
  empty: 'Empty',
  typedIn: 'Typed in',
  exactly: 'Exactly {value}',
  formula: 'Formula',
  inWords: 'In words',
  precedents: 'Precedents',
  dependents: 'Dependents',
  noPrecedents: 'The formula reads no other cells.',
  noDependents: 'No formula of the workbook reads this cell.',
  moreLinks: '{count, number} more are not listed.',
  elsewhere: 'Outside this workbook',
  readsMore: 'The formula also looks up cells while it calculates. These are not listed.',
  notComplete: 'The workbook has too many formulas to list all links. Some may be missing.',
  back: 'Back to {cell}',
  comments: 'Comments',
})
