import { defineMessages } from './define-messages.ts'

/** A deal’s layout, outline and live state. */
export const canvasMessages = defineMessages('canvas', {
  // The top bar of a deal
  checking: 'Checking',
  notChecked: 'Not checked',
  integrity: 'Integrity',
  whatIf: 'What if',
  dealNavigation: 'Deal',
  memo: 'Memo',
  numbers: 'Numbers',
  scenarios: 'Scenarios',
  quality: 'Quality',
  committee: 'Committee',
  record: 'Audit trail',
  hereNow: 'Here now',
  morePeople: '+{count}<hidden> more</hidden>',

  // The source of a deal’s numbers
  byHand: 'By hand',
  byHandDescription: 'The numbers are entered by hand',
  fullModel: 'Full model',
  fullModelDescription: 'The workbook is recalculated here',
  fullModelFrozen:
    'The workbook is recalculated here; {count, plural, one {# metric depends} other {# metrics depend}} on frozen cells, listed on the Quality page',
  valuesOnly: 'Values only',
  valuesOnlyDescription: 'No metric read so far is computed by a workbook formula',
  notRecalculated: 'Not recalculated',
  notRecalculatedDescription: 'The numbers are not recalculated from the workbook',
  notRecalculatedFrozen:
    '{count, plural, one {# metric depends} other {# metrics depend}} on formulas that cannot be recalculated, listed on the Quality page',

  // The deal menu
  dealMenu: 'Deal {name}',
  renameDeal: 'Rename deal',
  dealName: 'Name',
  compareVersions: 'Compare versions',
  documents: 'Documents',
  peopleAndAccess: 'People and access',
  allDeals: 'All deals',
  otherDeals: 'Other deals',

  // The memo page and, on phones, its dock and sheets
  pageTitle: '{name} · Deal Canvas',
  outline: 'Outline',
  dock: 'Canvas',
  sections: 'Sections',
  closeSections: 'Close sections',
  comments: 'Comments',
  closeComments: 'Close comments',
  integrityScore: 'Integrity {score}',
  wrongCell: 'Wrong cell?<hidden> {metric}</hidden>',

  // The outline
  findInMemo: 'Find in memo',
  noMatches: 'No matches',
  matches:
    '{count, plural, one {# match. Press Enter to go to it} other {# matches. Press Enter to go to the first one}}',
  matchPosition: '{position} of {count}',
  matchesInSection: '{count, plural, one {#<hidden> match</hidden>} other {#<hidden> matches</hidden>}}',
  personHere: '{name} is here',
  personEditing: '{name} is editing',
  openBlockers: '{count, plural, one {# open blocker} other {# open blockers}}',
  openComments: '{count, plural, one {# open comment} other {# open comments}}',
  openCommentCount: '{count, plural, one {#<hidden> open comment</hidden>} other {#<hidden> open comments</hidden>}}',
  stale: 'Stale',
  staleHint: 'A number cited in this section changed',
  addSection: 'Add section',
  draftAgain: 'Draft again',
  arrangeSections: 'Arrange sections',
  editingSection: 'editing {number}',
  inSection: 'in {number}',
  andMore: 'and {count} more',

  // The live channel
  connecting: 'Connecting',
  reconnecting: 'Reconnecting. Your changes are kept',
  liveSaving: 'Live, saving',
  liveSaved: 'Live, everything saved',
  notLive: 'Not live. Reload the page',
  notLiveSignedOut: 'Not live: you are signed out. Reload the page to sign in',
  notLiveNoAccess: 'Not live: you no longer have access to this deal. Ask one of its owners',
})
