const maxWords = 32

/** The words of a query as the full-text index has them, each once; nothing that the index could take for an operator. */
export const queryWords = (query: string): string[] => {
  const words =
    query
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []
  return [...new Set(words)].filter((word) => word.length > 1 || /\d/.test(word)).slice(0, maxWords)
}
