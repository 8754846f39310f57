import { InvalidInput } from '../../invalid-input.ts'
import { commentMessages } from '../../messages/comments.ts'

/** Returns the content unchanged; rejects blank content. */
export const readContent = (content: string): string => {
  if (content.trim() !== '') return content
  throw new InvalidInput({ at: ['body', 'content'], reason: commentMessages.contentBlank(), input: content })
}
