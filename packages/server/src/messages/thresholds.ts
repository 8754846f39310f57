import { defineMessages } from '@deal-canvas/messages'

/** Hurdles and covenants. */
export const thresholdMessages = defineMessages('thresholds', {
  dateMetric: 'A date cannot have a hurdle or covenant',
  breach: '{label}: {value}, {side, select, at_least {at least} other {at most}} {limit}',
  moreBreaches: 'and {count, number} more',
})
