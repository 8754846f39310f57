import { defineMessages } from './define-messages.ts'

export const sensitivityMessages = defineMessages('sensitivity', {
  unconfirmed: 'Nobody has confirmed how these numbers are read: {metrics}.',
  tooFewMetrics: 'A table needs a computed metric and two inputs with values.',

  twoWayTable: 'Two-way table',
  recalculations: '{count, plural, one {# recalculation} other {# recalculations}} in {seconds} s',
  calculating: 'Calculating',
  output: 'Output',
  rows: 'Rows',
  columns: 'Columns',
  swap: 'Swap rows and columns',
  tryAgain: 'Calculate again',

  // Ranges
  editRanges: 'Edit ranges',
  rangeOf: 'Range of {metric}',
  from: 'From',
  to: 'To',
  steps: 'Values',
  useRanges: 'Calculate',
  usualRanges: 'Use default ranges',
  rangeNotNumbers: 'Enter the range of {metric} as numbers, such as {example}.',
  rangeReversed: 'The range of {metric} must end above its start.',
  stepsInvalid: 'Enter between 2 and {max} values for {metric}.',

  // The table itself
  tableLabel: '{output} by {rows} and {columns}',
  scrolls: 'Two-way table, scrolls sideways',
  cornerLabel: '{rows} down, {columns} across',
  notANumber: 'n/a',
  notANumberTitle: 'Not a number at these values',
  baseHidden: ' ({scenario})',
  worse: 'Worse than {scenario}',
  better: 'Better than {scenario}',
  farther: 'Farther from {scenario}',

  // A hurdle
  hurdle: 'Hurdle',
  hurdleHint: 'Such as {example}',
  hurdleInvalid: 'Enter the hurdle as a number, such as {example}.',
  meetsHurdle: 'Meets the hurdle',
  missesHurdle: 'Misses the hurdle',
  fartherFromHurdle: 'Farther from the hurdle',
  breakEven: 'Break-even',
  noBreakEven: 'None',
})
