import { defineMessages } from './define-messages.ts'

/** What people ask each other to do on a deal. */
export const requestMessages = defineMessages('requests', {
  // Lists
  title: 'Requests',
  mine: 'My requests',
  newRequest: 'New request',
  show: 'Show',
  showOpen: 'Open',
  showAll: 'All',
  loading: 'Loading requests',
  noneOpen: 'No open requests.',
  none: 'No requests.',
  noneOfMine: 'Nobody waits for you.',
  showMore: 'Show more requests',
  request: 'Request',
  assignee: 'Assignee',
  due: 'Due',
  status: 'Status',
  statusName: '{status, select, open {Open} done {Done} dropped {Dropped} other {}}',
  overdue: 'Overdue',
  from: 'From {name}',
  leftDeal: 'No longer on the deal',
  markDone: 'Done',
  markDoneNamed: 'Mark as done: {title}',
  openAgain: 'Open again',
  openAgainNamed: 'Open again: {title}',
  editNamed: 'Edit request: {title}',
  openDealNamed: 'Open {deal}',

  // Sources
  source:
    '{kind, select, comment {Comment} finding {Finding} contradiction {Contradiction} condition {Condition} other {}}',
  sourceGone:
    '{kind, select, comment {Comment, deleted} finding {Finding, no longer in the model} contradiction {Contradiction, no longer found} condition {Condition, removed} other {}}',

  // Dialog
  askSomebody: 'Ask somebody',
  makeRequest: 'Make a request',
  makeRequestNamed: 'Make a request of {source}',
  editRequest: 'Edit request',
  what: 'What is needed',
  whatMissing: 'State what is needed.',
  note: 'Note',
  nobody: 'Nobody yet',
  assigneeLeft: '{name} (no longer on the deal)',
  ask: 'Make request',
  save: 'Save',
})
