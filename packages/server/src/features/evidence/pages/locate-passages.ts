interface Located {
  position: number
  start: number
  end: number
}

const isSpace = (letter: string): boolean => /\s/.test(letter)

/**
 * Finds the passages of a page in its text. Passages are cut from the text in order and only their white space differs,
 * so one pass over both finds them; those that do not continue the text, because they were cut from another reading of
 * the file, are left out.
 */
export const locatePassages = (text: string, passages: readonly { position: number; content: string }[]): Located[] => {
  const located: Located[] = []
  let from = 0
  for (const { position, content } of passages) {
    let at = from
    let start: number | undefined
    let end = from
    let isFound = true
    for (const letter of content) {
      if (isSpace(letter)) continue
      while (at < text.length && isSpace(text.charAt(at))) at++
      if (!text.startsWith(letter, at)) {
        isFound = false
        break
      }
      start ??= at
      at += letter.length
      end = at
    }
    if (!isFound || start === undefined) continue
    located.push({ position, start, end })
    from = end
  }
  return located
}
