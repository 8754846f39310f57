import { defineMessages } from '@deal-canvas/messages'

/** Messages that every route can return. */
export const requestMessages = defineMessages('requests', {
  apiTitle: 'Deal Canvas API',
  cursorInvalid: 'The cursor is not valid. Use the next_cursor of a previous response.',
  searchKindUnknown: 'Give kinds out of {kinds}, separated by commas.',
  ifMatchInvalid: 'If-Match should be a version in quotes, such as "3"',
  tooManyIdempotencyKeys: 'A person can use at most {limit, number} Idempotency-Keys per day. Try again later.',
  tooManyAtOnce: 'At most {limit, number} of these requests can run at once. Try again when one has finished.',
  dataFolderNotWritable: 'The data folder is not writable.',
  fileTooLarge: 'A file can have at most {size}',
  filesTooLarge: 'All files together can have at most {size}',
  formIncomplete: 'The form is malformed or incomplete',
  timeInvalid: 'Time must be in ISO 8601 with a time zone, such as 2026-11-15T09:30:00Z',
  nameBlank: 'Name must not be blank',
  nameCharacters: 'Name must not contain control characters or angle brackets',
  textBlank: 'Text must not be blank',
  organizationNotFound: 'There is no such organization',
  teamOfOther: 'This team does not belong to the organization',
  pictureNotFound: 'There is no such picture',
})
