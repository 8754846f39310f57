import { defineMessages } from './define-messages.ts'

/** The pages of a document, with what it states beside them. */
export const viewerMessages = defineMessages('document-viewer', {
  viewLabel: '{name}, page {page, number}',
  back: 'All documents',
  pagesLabel: 'Pages of {name}',
  pageLabel: 'Page {page, number}',
  pageField: 'Page',
  ofPages: 'of {count, number}',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoom: '{share, number, percent}',
  download: 'Download',
  downloadFailed: 'Download failed. {reason}',
  pageAsText: 'The page could not be drawn. This is its text.',
  pageWithoutText: 'No text was read on this page.',
  recognized: 'Read by text recognition; it can be wrong.',
  notRead: 'The document is being read. Its text and facts appear by themselves.',

  // Search
  search: 'Search documents',
  searchHint: 'Words or a question',
  where: 'Where to search',
  here: 'This document',
  everywhere: 'All files',
  results: 'Results',
  noResults: 'No matching passages.',
  wordsOnly: 'Found by words only.',
  shortPage: 'p. {page, number}',
  cellPlace: 'Cell',

  // Comments
  beside: 'Beside the page',
  factsTab: 'Facts {count, number}',
  commentsTab: 'Comments {count, number}',
  comment: 'Comment',
  commentsOnPage: 'Comments on page {page, number}',
  noComments: 'No open comments on this page.',
  selectToComment: 'Select words on the page to comment on them.',

  // Facts
  factsOnPage: 'Facts on page {page, number}',
  which: 'Which facts',
  all: 'All {count, number}',
  contradicting: 'Contradicts {count, number}',
  agreeing: 'Agrees {count, number}',
  unmatched: 'No match {count, number}',
  noFactsOnPage: 'No numbers were recognized on this page.',
  noneOfKind: 'None on this page.',
  showFact: 'Show {what} on the page',
  inMemo: 'In the memo',
  unsure: 'Unsure',
  unsureHint: 'The reading is not sure: check it on the page.',
})
