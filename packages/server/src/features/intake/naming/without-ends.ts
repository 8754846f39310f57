/** A text without marks at its end. By hand, because a regular expression would try every run of marks to its end. */
export const withoutEnd = (text: string, marks: string): string => {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The same at both ends. */
export const withoutEnds = (text: string, marks: string): string => {
  let start = 0
  while (start < text.length && marks.includes(text.charAt(start))) start++
  return withoutEnd(text.slice(start), marks)
}
