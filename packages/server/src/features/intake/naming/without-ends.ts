/**
 * Removes the given characters from the end of a text. Not a regular expression, because that would backtrack on every
 * run of them.
 */
export const withoutEnd = (text: string, marks: string): string => {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes the given characters from both ends. */
export const withoutEnds = (text: string, marks: string): string => {
  let start = 0
  while (start < text.length && marks.includes(text.charAt(start))) start++
  return withoutEnd(text.slice(start), marks)
}
