import { defineMessages } from './define-messages.ts'

export const searchMessages = defineMessages('search', {
  title: 'Search',
  search: 'Search deals, numbers, memos, documents and comments',
  hint: 'Words in quotes must follow each other',
  kinds: 'Kinds',
  all: 'All',
  kindCount: '{kind} {count}',
  moreThan: '{count}+',

  // Kinds
  deal: 'Deals',
  metric: 'Numbers',
  section: 'Memo',
  document: 'Documents',
  fact: 'Facts',
  comment: 'Comments',

  // Hits
  unconfirmed: 'Unconfirmed',
  archived: 'Archived',
  allResults: 'All results for “{q}”',
  showAll: 'Show all',
  showAllOf: 'Show all: {kind}',
  more: 'More',
  loading: 'Searching',
  found: '{count, plural, =0 {No results} one {# result} other {# results}}',
  nothing: 'Nothing found for “{q}”. Try fewer or other words',
  start: 'Find a number, a sentence or a file on any of your deals',
  incomplete: 'Older contents are still being indexed. Something may be missing for a few minutes.',
  failed: 'The search did not work. {reason}',
})
