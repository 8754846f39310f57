import { defineMessages } from './define-messages.ts'

/** Blocks of the memo besides text. */
export const blockMessages = defineMessages('blocks', {
  loading: 'Computing from the model',
  notLoadedOnPaper:
    'This part was not loaded when the page was printed. Press Ctrl+P on the memo, or export it as PDF.',
  unsaved: 'Computed when the section is saved',
  failed: 'This part of the memo could not be computed. {reason}',
  unavailable: 'Not available: {reason}',
  table: 'Table',
  live: 'Live from the workbook',
  breached: ' misses a limit',
  changed: ' differs from the workbook',
  corner: '{rows} down, {columns} across',
  across: '{input} across',
  now: 'Now {value}',
  misses: 'Misses {limit}',
  page: '{document}, p. {page, number}',
  quote: '“{text}”',
  contradicts: 'The document says {document}, the model says {model}.',
  riskLabel: '{severity, select, high {High risk} medium {Medium risk} other {Low risk}}',
  severity: '{severity, select, high {High.} medium {Medium.} other {Low.}}',
  mitigant: '<b>Mitigant:</b> {mitigant}',
  owner: 'Owner: {owner}',
})
