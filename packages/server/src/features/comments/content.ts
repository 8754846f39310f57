import { InvalidInput } from '../../invalid-input.ts'

/** What someone wrote, as they wrote it. */
export const readContent = (content: string): string => {
  if (content.trim() !== '') return content
  throw new InvalidInput({ at: ['body', 'content'], reason: 'A comment cannot be white space alone', input: content })
}

const maxSnippetLength = 140

/** The beginning of a text, on one line. */
export const snippetOf = (content: string): string =>
  [...content.replaceAll(/\s+/gu, ' ').trim()].slice(0, maxSnippetLength).join('').trimEnd()
