const maxSnippetLength = 140

/** The start of a text, on one line. */
export const snippetOf = (content: string): string =>
  [...content.replaceAll(/\s+/gu, ' ').trim()].slice(0, maxSnippetLength).join('').trimEnd()
