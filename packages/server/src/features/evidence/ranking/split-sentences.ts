/** Where a sentence stands in its passage, in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** Lines at least this long that end without a mark were wrapped, so the sentence goes on in the next line. */
const wrapLength = 55
const longest = 400

const startsItem = /^\s*(?:[-*•|#]|\d{1,3}[.)]\s|\(?[a-z]\)\s)/
const hasColumns = /\S {3,6}\S|\S {7}/
const endsSentence = /[.!?:;|]\s{0,8}$/
const abbreviation =
  /(?:\b(?:Inc|Corp|Co|Ltd|Mr|Ms|Mrs|Dr|St|No|vs|approx|e\.g|i\.e|U\.S|Jr|Sr|Adj|Re)\.|^\s{0,8}\d{1,3}\.|\b[A-Z]\.)["')\]]{0,3}\s{0,8}$/

const isWrapped = (line: string, next: string): boolean =>
  line.length >= wrapLength &&
  next.trim() !== '' &&
  !endsSentence.test(line) &&
  !startsItem.test(next) &&
  !hasColumns.test(line) &&
  !hasColumns.test(next)

/** Lines of a table or list apart; wrapped lines of a paragraph together. */
const unitsOf = (text: string): Span[] => {
  const units: Span[] = []
  let start = 0
  let at = 0
  const lines = text.split('\n')
  lines.forEach((line, place) => {
    const end = at + line.length
    const next = lines[place + 1]
    if (next === undefined || !isWrapped(line, next)) {
      units.push({ start, end })
      start = end + 1
    }
    at = end + 1
  })
  return units
}

const sentencesOf = (text: string, { start, end }: Span): Span[] => {
  const unit = text.slice(start, end)
  const spans: Span[] = []
  let from = 0
  for (const mark of unit.matchAll(/[.!?]["')\]]{0,3}\s{1,8}(?=[\p{Lu}\d"'([$*])/gu)) {
    const to = mark.index + mark[0].length
    if (to - from < longest && abbreviation.test(unit.slice(Math.max(from, to - 24), to))) continue
    spans.push({ start: start + from, end: start + to })
    from = to
  }
  return [...spans, { start: start + from, end }]
}

/** Cuts what is too long to be quoted as one sentence at a space. */
const shortened = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = []
  let from = start
  while (end - from > longest) {
    // Only in this part: without a space in it, the search would go back to the start of the text each time.
    const space = text.slice(from, from + longest + 1).lastIndexOf(' ')
    const to = from + (space > 0 ? space : longest)
    spans.push({ start: from, end: to })
    from = to
  }
  return [...spans, { start: from, end }]
}

const trimmed = (text: string, { start, end }: Span): Span => {
  const part = text.slice(start, end)
  const before = part.length - part.trimStart().length
  return { start: start + before, end: start + Math.max(before, part.trimEnd().length) }
}

/** The sentences of a passage, and the lines of its tables and lists, in order. Parts without a word are left out. */
export const splitSentences = (text: string): Span[] =>
  unitsOf(text)
    .flatMap((unit) => sentencesOf(text, unit))
    .flatMap((sentence) => shortened(text, sentence))
    .map((sentence) => trimmed(text, sentence))
    .filter(({ start, end }) => /\p{L}{2}/u.test(text.slice(start, end)))
