import { defineMessages } from './define-messages.ts'

/** Adding, ordering, renaming, removing and restoring the sections of a memo. */
export const memoSectionMessages = defineMessages('memo-sections', {
  // Adding a section
  addTitle: 'Add a section',
  beginWith: 'Begin with',
  empty: 'An empty section',
  ofOrganization: 'Templates of your organization',
  builtIn: 'Built-in templates',
  inMemo: '{name} (in the memo)',
  sectionTitle: 'Title',
  place: 'Place',
  first: 'At the beginning',
  behind: 'After {title}',
  preview: 'Text to begin with',
  noTemplates: 'The templates could not be loaded. {reason}',
  add: 'Add section',

  // Ordering, renaming, removing
  arrangeTitle: 'Arrange sections',
  arrangeHint: 'Changes are made at once, for everybody. On a button of a section, Alt with the arrow keys moves it.',
  inOrder: 'Sections in order',
  moveUp: 'Move {title} up',
  moveDown: 'Move {title} down',
  rename: 'Rename {title}',
  remove: 'Remove {title}',
  newTitle: 'New title of {title}',
  saveTitle: 'Rename',
  beingEdited: '{name} is editing {title}',
  moved: '{title} is now section {position} of {count}',
  renamed: 'Renamed to {title}',
  removed: '{title} removed. It can be restored below, with its comments.',
  restored: '{title} restored',
  removedSections: 'Removed sections',
  removedBy: 'Version {version}, removed by {name}, {time}',
  openComments: '{count, plural, one {# open comment} other {# open comments}}',
  openBlockers: '{count, plural, one {# open blocker} other {# open blockers}}',
  restore: 'Restore {title}',
  restoreShort: 'Restore',
  more: 'Show more',

  // A section that was removed while it was edited
  draftOfRemoved:
    '{title} was removed while you were editing it. Your text is kept in this browser; it is there again when the section is restored.',
  copyText: 'Copy my text',
  discardText: 'Discard my text',
})
