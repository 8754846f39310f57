import { defineMessages } from './define-messages.ts'

/** Columns, sorts, filters and saved views of the list of deals. */
export const dealListMessages = defineMessages('deal-list', {
  stage: 'Stage',
  type: 'Type',
  city: 'City',
  size: 'Size',
  return: 'Return',
  multiple: 'Multiple',
  icDate: 'Committee date',
  lead: 'Lead',
  notSet: '–',
  typeName:
    '{type, select, pe_lbo {Buyout} saas_growth {Growth equity} cre_multifamily {Multifamily} cre_office {Office} company_dcf {Company valuation} three_statement {Operating company} merger {Merger} project_finance {Project finance} private_credit {Private credit} development {Development} other {Other type}}',
  typeOfWorkbook: 'As the workbook says',
  unconfirmed: 'unconfirmed',
  unconfirmedHint: '{label}: nobody has confirmed the cell that this number was read from',
  fromScenario: '{label}, scenario {scenario}',
  sortBy: 'Sort by {column}',

  // Filters
  filters: 'Filters',
  filtersOn: 'Filters ({count, number})',
  any: 'Any',
  withCount: '{name} ({count})',
  atLeast: '{count, number}+',
  decision: 'Decision',
  from: 'Committee from',
  to: 'Committee to',
  ledByMe: 'Led by me',
  clear: 'Clear filters',
  noMatch: 'No deal matches these filters.',
  sort: 'Sort by',
  sortName: 'Name',
  sortActivity: 'Last activity',
  order: 'Order',
  ascending: 'Ascending',
  descending: 'Descending',

  // Columns
  columns: 'Columns',
  chooseColumns: 'Choose columns',
  columnsHint: 'The name is always shown. On a phone, each column is a line.',
  useColumns: 'Use columns',

  // Saved views
  views: 'Views',
  viewsNow: 'View: {name}',
  allDeals: 'All deals',
  saveView: 'Save as a view…',
  updateView: 'Save changes to {name}',
  deleteView: 'Delete {name}…',
  noViews: 'Save filters, sort and columns under a name to come back to them.',
  shared: '{name} (from {author})',
  saveTitle: 'Save view',
  viewName: 'Name',
  share: 'Share with',
  onlyMe: 'Only me',
  save: 'Save view',
  deleteTitle: 'Delete {name}?',
  deleteHint: 'The view disappears for everyone it was shared with. No deal changes.',
  delete: 'Delete view',
  compare: 'Compare',

  // What waits for the user
  waiting: 'Waiting',
  waitingCount: '{count, number}<sr> waiting for you</sr>',
})
