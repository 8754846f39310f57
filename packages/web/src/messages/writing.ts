import { defineMessages } from './define-messages.ts'

/** Writing a section of the memo. */
export const writingMessages = defineMessages('writing', {
  // Editing a section
  title: 'Title',
  view: 'View',
  write: 'Write',
  markdown: 'Markdown',
  preview: 'Preview',
  writeHint: 'Type <code>[[</code> to insert a metric, <code>/</code> for more',
  markdownHint: 'Markdown. Type <code>[[</code> to insert a metric',
  formatting: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  bulletList: 'Bulleted list',
  numberedList: 'Numbered list',
  quote: 'Quote',
  undoEdit: 'Undo',
  redoEdit: 'Redo',
  withKeys: '{command} ({keys})',
  tooLong: 'This section is too long to save: {length, number} of at most {max, number} characters.',
  textOf: 'Text of {title}',
  metrics: 'Metrics of this deal',
  noChanges: 'No changes yet',
  draftSaved: 'Draft saved on this device',
  discardText: 'Discard my text',
  saveSection: 'Save section',
  saveFailed: '{reason} Your text is kept.',
  versionSavedBy: '{name} saved version {version} while you were editing. Your text is kept.',
  takenOver: '{name} took over this section. Your text is kept.',
  someoneElse: 'Someone else',
  compare: 'Compare',

  // Discarding a draft
  discardTitle: 'Discard your draft of {title}?',
  discardHint: 'This deletes your unsaved text. The saved section does not change.',
  keepText: 'Keep my text',

  // Comparing a draft with a newer version
  compareTitle: 'Compare {title}',
  startedFrom: 'You started from version {version}',
  currentVersion: 'Current: version {version} by {name}',
  yourText: 'Your text',
  removedLine: 'Removed:',
  addedLine: 'Added:',
  versionStays: 'Version {version} stays in the history either way.',
  replaceVersion: 'Replace version {version} with my text',

  // Inserting
  offers: 'Insert',
  insertMetric: 'Number of the model',
  insertTable: 'Table of text',
  insertRule: 'Dividing line',
  addRow: 'Add a row below',
  addColumn: 'Add a column to the right',
  removeRow: 'Remove this row',
  removeColumn: 'Remove this column',
  removeTable: 'Remove the table',
  findMetric: 'Find a metric',
  chosenOf: 'Metrics: {count} of at most {max} chosen',
  metric: 'Metric',
  rows: 'Down',
  columns: 'Across',
  insertBlock: 'Insert',
  nothingComputed: 'This deal has no metric that its model computes.',
  tooFewInputs: 'The model has too few inputs for a table.',

  // Blocks in the text
  blockKind:
    '{kind, select, kpis {Key figures} model_table {Table of the model} sensitivity {Sensitivity table} scenarios {Table of scenarios} tornado {Chart of what moves a metric} histogram {Range of outcomes} chart {Chart of the model} fact {Cited fact} risk {Risk} other {Block}}',
  removeBlock: 'Remove: {what}',
})
