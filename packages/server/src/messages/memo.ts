import { defineMessages } from '@deal-canvas/messages'

export const memoMessages = defineMessages('memo', {
  contentOrDocument: 'Send either content or document',
  documentInvalid: 'The document is not valid: {problem}',
  documentTooLong: 'The document can have at most {limit, number} characters as Markdown',
})
