import { defineMessages } from '@deal-canvas/messages'

/** Blocks of a memo: tables of the model, charts, key figures. */
export const blockMessages = defineMessages('blocks', {
  blockInvalid: 'The block is not valid: {problem}',
  notFound: 'Not found',
  notKept: 'The numbers that this block showed in this version are not kept.',
  limit: '{kind, select, hurdle {Hurdle} other {Covenant}} {value}',
  limitAlone: '{value} {kind, select, hurdle {hurdle} other {covenant}}',
  range: '{low} to {high}',
  noWorkbook: 'This deal has no workbook to show cells of.',
  sheetMissing: 'The workbook no longer has the sheet {sheet}.',
  rangeTooLarge: 'The range {range} has more than {max, number} cells.',
  rangeEmpty: 'The range {range} of {sheet} is empty.',
  rowMissing: 'Row {row} of {sheet} no longer reads {label}.',
  notALine: 'The range {range} is neither one row nor one column.',
  seriesLength: '{label} has {count, number} cells, but there are {expected, number} periods.',
  metricMissing: 'This deal has no value for {metric}.',
  noNumbers: 'None of these cells is a number.',
  noScenarios: 'None of these scenarios exists now.',
  nothingMoves: 'Nothing that is uncertain moves this metric.',
  oneValue: 'This metric is the same in every trial.',
  simulated: '{trials, number} trials, {inputs, plural, one {# uncertain input} other {# uncertain inputs}}',
  documentMissing: 'A document that is no longer in this deal',
  present: 'Present value {value}',
  twoWayTitle: '{metric} by {rows} and {columns}',
  tornadoTitle: 'What moves {metric}',
  histogramTitle: 'Range of {metric}',
})
