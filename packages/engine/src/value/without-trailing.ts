/**
 * A text without the given characters at its end. A regular expression such as /0+$/ would try every run of them to its
 * end.
 */
export const withoutTrailing = (text: string, marks: string): string => {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
