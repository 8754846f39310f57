import { defineMessages } from '@deal-canvas/messages'

/** Numbers with their units. */
export const unitMessages = defineMessages('units', {
  percent: '{value}%',
  multiple: '{value}x',
  squareFeet: '{value} SF',
  months: '{count, plural, one {# month} other {# months}}',
})
