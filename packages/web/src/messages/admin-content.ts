import { defineMessages } from './define-messages.ts'

export const adminContentMessages = defineMessages('admin-content', {
  pageTitle: 'Site content · Deal Canvas',
  title: 'Site content',
  subtitle: 'Text of the public site and metadata for search engines',
  loading: 'Loading site content',

  // List of pages
  pages: 'Pages',
  hasDraft: 'Has a draft',
  hasDraftSpoken: ', has a draft',
  hasEdits: 'Has unsaved edits',
  hasEditsSpoken: ', has unsaved edits',

  // State of the draft
  draft: 'Draft',
  upToDate: 'No unpublished changes',
  differs: '{count, plural, one {# text differs} other {# texts differ}} from the live page',
  differsUnsaved:
    '{count, plural, one {# text differs} other {# texts differ}} from the live page. {edits, plural, one {# edit is} other {# edits are}} not saved yet, only kept in this browser',
  differsSaved: '{count, plural, one {# text differs} other {# texts differ}} from the live page. Saved {time}',
  viewLive: 'View live page',
  saveDraft: 'Save draft',
  publish: 'Publish',
  publishBlocked: 'Complete line {line, number} to publish',
  stale:
    'Someone else changed this page. Your edits are kept, and the saved version is shown next to them. Compare them, then save again.',
  notSaved: 'Not saved. Your edits are kept. {reason}',
  notSavedFields: 'Not saved. Your edits are kept. Correct the marked texts.',

  // Discarding the draft
  discard: 'Discard draft',
  discardTitle: 'Discard the draft of {page}?',
  discardEffect: 'The live page does not change. These texts revert to the live version:',
  discardMore: 'and {count, number} more',

  // A single text
  history: 'History',
  historyOf: 'History of {name}',
  lengthOfAdvised: '{length, number} of {advised, number}',
  tooLong: 'Search results show the first {advised, number} characters',
  notSavedMark: 'Not saved',
  changedMark: 'Changed',
  defaultMark: 'Default',
  emptyText: 'Empty',
  contested: 'Someone else saved a different version',
  useTheirs: 'Use theirs',
  keepMine: 'Keep mine',

  // Structured data
  structuredData: 'Structured data, JSON-LD',
  structuredDataHistory: 'History of structured data',
  structuredDataHint:
    'A draft can be saved when the structured data is valid or empty. The live page does not change until you publish.',
  template: 'Start from a template',
  placeholderLeft: 'Line {line, number}: fill in the placeholder {placeholder} or remove the line',
  noStructuredData: 'Empty. The page has no structured data.',
  validatedOnSave: 'Validated when the draft is saved',
  format: 'Format',
  searchPreview: 'In search results',

  // Version history of a text
  restoreHint: 'Restoring changes the live page immediately. A draft of this text stays a draft.',
  notRestored: 'Not restored. {reason}',
  liveNow: 'Live now',
  replacedAt: 'Replaced {time}',
  defaultText: 'Default text',
  noRevisions: 'No earlier versions.',
  showEarlier: 'Show earlier versions',
  restore: 'Restore',
})
