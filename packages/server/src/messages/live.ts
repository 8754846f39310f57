import { defineMessages } from '@deal-canvas/messages'

/** Errors of the live channel. */
export const liveMessages = defineMessages('live', {
  tokenOfOther: 'This token belongs to another person',
  notAnObject: 'A frame must be a JSON object with a type',
  tooLarge: 'A frame can have at most {limit, number} bytes',
  tooDeep: 'A frame can have at most {limit, number} levels of nesting',
  typeUnknown: 'The type of a frame must be one of {types}',
  fieldInvalid: '{field}: {problem}',
  cursorTooLong: 'cursor: can have at most {limit, number} characters of JSON',
})
