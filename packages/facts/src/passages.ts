/** A part of a page that is read as a whole: a sentence, or a line "Label: value". */
export interface Passage {
  readonly from: number
  readonly to: number
  /** The end of its label, if it is a line "Label: value". */
  readonly labelTo?: number
  /** Where its label starts. */
  readonly labelFrom?: number
  /** The heading that it stands under. */
  readonly heading: string
}

interface Row {
  readonly from: number
  readonly to: number
  readonly text: string
}

const rowsOf = (text: string): Row[] => {
  const rows: Row[] = []
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    rows.push({ from, to, text: text.slice(from, to).replace(/\r$/, '') })
    from = to + 1
  }
  return rows
}

const bullet = /^\s{0,12}(?:[-*•·‣▪◦o]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/i
const maxHeadingLength = 80
const maxLabelLength = 60
const maxLabelWords = 8
/** A longer run without an end is cut, so that a quote stays readable. */
const maxPassageLength = 1_000

const statesNumber =
  /[$€£] ?\d|\d ?(?:%|x\b|bps\b|percent\b)|\d[ -](?:units?|SF|RSF|square|keys|doors|customers|year hold)\b/i

const isHeadingMark = (text: string): boolean => /^#{1,6}\s/.test(text)

/** A short line between blank lines without an end mark, or numbered like a chapter. */
const isHeading = (rows: readonly Row[], at: number): boolean => {
  const text = rows[at]?.text.trim() ?? ''
  if (text === '' || text.length > maxHeadingLength) return false
  if (isHeadingMark(text)) return true
  const isAlone = isBlank(rows[at - 1]) && isBlank(rows[at + 1])
  if (!isAlone) return false
  if (/^(?:\d{1,2}\.|[IVX]{1,4}\.|section \d+)\s?\S/i.test(text) && !/[.;,]$/.test(text)) return true
  return !/[.;,:!?]$/.test(text) && !/\d/.test(text) && text.split(/\s+/).length <= 8 && /^[*_]*\p{Lu}/u.test(text)
}

const isBlank = (row: Row | undefined): boolean => row === undefined || row.text.trim() === ''

/** "Loan Amount." and "**Loan Amount.**" at the start of a paragraph. */
const runInLabel = /^(\*{0,2})(\p{Lu}[\p{L} &/-]{2,40})\.\*{0,2}(?=\s)/u

/** "Security deposit          $98,810": columns are at least two spaces apart. */
const columnLabel = /^( {0,12})(\p{Lu}[\p{L}/&'’-]{0,30}(?: [\p{L}/&'’-]{1,30}){0,5}) {2,}(?=\S)/u

/** The label of a line "Label: value" or "1. Label. Value", with its span in the line; undefined if it is not such a line. */
const labelOf = (text: string): { from: number; to: number } | undefined => {
  const mark = bullet.exec(text)?.[0].length ?? 0
  const runIn = mark > 0 ? runInLabel.exec(text.slice(mark, mark + maxLabelLength)) : null
  if (runIn !== null && /^\s?(?:\(?\d|[A-Z][.)])/.test(text) && text.slice(mark + runIn[0].length).trim() !== '') {
    const from = mark + (runIn[1]?.length ?? 0)
    return { from, to: from + (runIn[2]?.length ?? 0) }
  }
  const column = columnLabel.exec(text.slice(0, 2 * maxLabelLength))
  if (column !== null && mark === 0) {
    const from = column[1]?.length ?? 0
    return { from, to: from + (column[2]?.length ?? 0) }
  }
  // "Price | $62.4 million": a single row of a table.
  const bar = text.indexOf(' | ', mark)
  const firstColon = text.indexOf(':', mark)
  const colon =
    bar !== -1 && (firstColon === -1 || bar < firstColon) && text.indexOf(' | ', bar + 3) === -1 ? bar + 1 : firstColon
  if (colon === -1 || colon - mark > maxLabelLength || text.slice(colon + 1).trim() === '') return undefined
  // "9:30" and "http:" are not labels.
  const label = text.slice(mark, colon)
  const isLabel = /^[\s*_"“]*[\p{L}#%]/u.test(label) && !/[.;!?]\s/.test(label) && !/^\d/.test(text.slice(colon + 1))
  const from = mark + (/^[\s*_]*/.exec(label)?.[0].length ?? 0)
  return isLabel && label.trim().split(/\s+/).length <= maxLabelWords ? { from, to: colon } : undefined
}

const abbreviations = new Set(
  'approx adj mgmt inc corp co no st vs mr ms mrs dr sq ft i.e e.g u.s etc fig est avg llc lp l.p jr sr ltd mos yrs yr incl excl max min ave blvd rd dept sec'.split(
    ' ',
  ),
)

/** Whether a sentence ends at this mark. */
const endsAt = (text: string, at: number, to: number): boolean => {
  const mark = text[at]
  if (mark !== '.' && mark !== '!' && mark !== '?') return false
  if (at + 1 >= to) return true
  const after = /^["”’)\]]?\s+(\S)/.exec(text.slice(at + 1, at + 8))
  if (after === null) return false
  if (mark !== '.') return true
  const before = /[\p{L}.]{1,12}$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? ''
  // Initials, but not the unit of "3.9x."
  const isInitial = /^\p{Lu}$/u.test(before) && !/\d/.test(text[at - 2] ?? '')
  if (abbreviations.has(before.toLowerCase()) || isInitial) return false
  return !/\p{Ll}/u.test(after[1] ?? '')
}

const sentencesOf = (text: string, from: number, to: number, heading: string): Passage[] => {
  const found: Passage[] = []
  const push = (start: number, end: number): void => {
    const raw = text.slice(start, end)
    const lead = raw.length - raw.trimStart().length
    const trimmed = raw.trim()
    if (trimmed !== '') found.push({ from: start + lead, to: start + lead + trimmed.length, heading })
  }
  let start = from
  for (let at = from; at < to; at++) {
    const length = at - start
    const isFull = length >= 2 * maxPassageLength || (length >= maxPassageLength && /\s/.test(text[at] ?? ''))
    if (!endsAt(text, at, to) && !isFull) continue
    push(start, at + 1)
    start = at + 1
  }
  push(start, to)
  return found
}

interface Unit {
  readonly from: number
  readonly to: number
  readonly label?: { from: number; to: number } | undefined
}

/** The sentence directly after a label is its value; what follows is read as usual. */
const withLabel = (text: string, { from, to, label }: Unit, heading: string): Passage[] => {
  if (label === undefined) {
    // A bold start is the heading of its paragraph: "**Taxes.** The effective rate was 25.5%."
    const start = text.slice(from, from + maxLabelLength)
    const topic = start.startsWith('**') ? runInLabel.exec(start)?.[2] : undefined
    return sentencesOf(text, from, to, topic ?? heading)
  }
  const [first, ...more] = sentencesOf(text, label.to + 1, to, heading)
  return first === undefined ? [] : [{ ...first, from, labelFrom: label.from, labelTo: label.to }, ...more]
}

const separator = /(?: [|•·/]|;) /g
const maxPairs = 12

/** "Units: 140 / Net rentable SF: 128,040 / Occupancy: 96%": a line of labels with their values, each with its span. */
const pairsOf = ({ from, text }: Row): Unit[] => {
  if (text.length > maxPassageLength) return []
  const parts: Unit[] = []
  let start = 0
  for (const end of [...text.matchAll(separator)]
    .map(({ index, 0: { length } }) => ({ index, length }))
    .concat({ index: text.length, length: 0 })) {
    const part = text.slice(start, end.index)
    const label = labelOf(part)
    if (label === undefined || !part.includes(':')) return []
    parts.push({
      from: from + start,
      to: from + end.index,
      label: { from: from + start + label.from, to: from + start + label.to },
    })
    start = end.index + end.length
    if (parts.length > maxPairs) return []
  }
  return parts.length > 1 ? parts : []
}

/** The sentences and labeled lines of a page outside the given spans, with the headings that they stand under. */
export const passagesOf = (
  text: string,
  without: readonly { from: number; to: number }[],
  firstHeading: string,
): { passages: Passage[]; headings: { from: number; heading: string }[] } => {
  const rows = rowsOf(text)
  const passages: Passage[] = []
  let heading = firstHeading
  const headings = [{ from: 0, heading }]
  let skipped = 0
  let open: Unit | undefined
  const close = (): void => {
    // Not spread into `push`: a page can have more sentences than a call can have arguments.
    if (open !== undefined) for (const passage of withLabel(text, open, heading)) passages.push(passage)
    open = undefined
  }
  let isListBefore: boolean = true
  for (const [at, row] of rows.entries()) {
    while ((without[skipped]?.to ?? Number.POSITIVE_INFINITY) <= row.from) skipped += 1
    const span = without[skipped]
    const isTable = span !== undefined && span.from < row.to && row.from < span.to
    if (isTable || isBlank(row)) {
      close()
      isListBefore = true
      continue
    }
    if (isHeading(rows, at)) {
      close()
      // A line of numbers can look like a heading: "140 units | 95.7% occupied".
      const start = row.from + (/^[#\s*_]*/.exec(row.text)?.[0].length ?? 0)
      if (statesNumber.test(row.text)) passages.push({ from: start, to: row.to, heading })
      heading = row.text.replaceAll(/[#*_]/g, '').trim()
      headings.push({ from: row.from, heading })
      isListBefore = true
      continue
    }
    const pairs = pairsOf(row)
    if (pairs.length > 0) {
      close()
      for (const pair of pairs) for (const passage of withLabel(text, pair, heading)) passages.push(passage)
      isListBefore = true
      continue
    }
    const mark = bullet.exec(row.text)
    const label = labelOf(row.text)
    const isMarked = mark !== null || /^\s{0,8}\*\*/.test(row.text)
    const own: ReturnType<typeof labelOf> = isListBefore || isMarked ? label : undefined
    const isLabeled: boolean = own !== undefined
    if (isMarked || isLabeled || open === undefined) {
      close()
      open = {
        from: row.from + (mark?.[0].length ?? 0),
        to: row.to,
        label: own === undefined ? undefined : { from: row.from + own.from, to: row.from + own.to },
      }
    } else open = { ...open, to: row.to }
    isListBefore = isLabeled || isMarked
  }
  close()
  return { passages, headings }
}
