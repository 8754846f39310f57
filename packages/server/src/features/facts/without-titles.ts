/** A line of at most this share of the longest one is no line of running text that merely wraps. */
const shortShare = 0.7

/**
 * A quote without the titles above its sentence, which a document separates by line breaks only. The rest still stands
 * in the document as it is.
 */
export const withoutTitles = (quote: string): string => {
  const lines = quote.split('\n')
  const longest = Math.max(...lines.map(({ length }) => length))
  const start = lines.findLastIndex((line, n) => {
    const next = lines[n + 1]
    return (
      next !== undefined &&
      line.length <= shortShare * longest &&
      !/[.,;:–-]\s*$/.test(line) &&
      /^\p{Lu}/u.test(next.trim())
    )
  })
  return lines.slice(start + 1).join('\n')
}
