/** A piece of text with its mark. */
export interface MarkedText {
  mark: 'none' | 'strong' | 'heading'
  text: string
}

const marks = /\*\*(?<strong>[^*\n]+)\*\*|(?<=^|\n)#{1,6} (?<heading>[^\n]+)(?=\n)/g

/**
 * Headings and bold words of a text, without their signs. Marks that are not whole within the text stay as they are
 * written, so that a mark that was removed or added is visible.
 */
export const marksOf = (text: string, startsLine: boolean): MarkedText[] => {
  const found: MarkedText[] = []
  let end = 0
  const add = (mark: MarkedText['mark'], words: string): void => {
    if (words !== '') found.push({ mark, text: words })
  }
  for (const { index, 0: whole, groups } of text.matchAll(marks)) {
    const isHeading = groups?.['heading'] !== undefined
    // Within a line the sign is only a sign.
    if (isHeading && index === 0 && !startsLine) continue
    add('none', text.slice(end, index))
    add(isHeading ? 'heading' : 'strong', groups?.['heading'] ?? groups?.['strong'] ?? '')
    end = index + whole.length
  }
  add('none', text.slice(end))
  return found
}
