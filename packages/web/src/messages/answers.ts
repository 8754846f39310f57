import { defineMessages } from './define-messages.ts'

/** Questions that the model provider answers from the documents. */
export const answerMessages = defineMessages('answers', {
  write: 'Write an answer with {model}',
  sends: 'Sends the question and the passages found to {model}.',
  title: 'Answer',
  checked: 'Written by {model}. Each sentence was checked against the passages it cites.',
  source: '{file}, page {page}',
  switched_off: 'The organization has switched the model provider off. These passages answer best.',
  no_passages: 'No passage of the documents answers this question.',
  budget_spent: 'The organization has used its tokens for today. These passages answer best.',
  unavailable: 'The model provider did not answer. Try again, or read the passages.',
  unusable: 'The answer of the model provider could not be read. Try again, or read the passages.',
  nothing_verified: 'No sentence of the answer was supported by the documents, so none is shown. Read the passages.',
})
