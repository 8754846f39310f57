const maxWords = 32

/**
 * Returns the distinct words of a query in the form of the full-text index, without anything that it could parse as an
 * operator.
 */
export const queryWords = (query: string): string[] => {
  const words =
    query
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []
  return [...new Set(words)].filter((word) => word.length > 1 || /\d/.test(word)).slice(0, maxWords)
}
