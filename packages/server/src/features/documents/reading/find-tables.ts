import type { Fragment, FragmentLine } from './pdf-lines.ts'

/** A table found by its layout. */
export interface FoundTable {
  readonly rows: readonly { readonly cells: readonly (readonly Fragment[])[] }[]
  /** The lines that it consists of, and the first of them in the order of the file. */
  readonly lines: ReadonlySet<FragmentLine>
  readonly first: FragmentLine
}

/** Text without a wide gap, which may be the content of a cell. */
interface Segment {
  readonly fragments: readonly Fragment[]
  readonly line: FragmentLine
  readonly left: number
  readonly right: number
  readonly middle: number
  readonly height: number
}

interface Row {
  readonly segments: readonly Segment[]
  readonly middle: number
  readonly height: number
}

interface Column {
  left: number
  right: number
}

/** More is not a page of text, and comparing everything with everything would take long. */
const maxFragments = 20_000
/** Wider gaps separate cells, in heights of the text. */
const cellGap = 0.9
const maxRowDistance = 3.5
const minRows = 3
const maxAverageLength = 45
const maxShortLength = 24

const numberWord =
  /^[-–—+~≈(<>]{0,3}[$€£¥]?\(?\d[\d.,'’]*(?:%|x|bps|[kmb]{1,2})?\)?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$|^[-–—]$|^n\/?a$/i

/** `1 200 000` is one number. */
const isGrouped = (text: string): boolean => /^\D?\d{1,3}(?: \d{3})+\D?$/.test(text)

const isNumbers = (text: string): boolean =>
  text.split(/\s+/).every((word) => numberWord.test(word)) && !isGrouped(text)

/** Splits text that imitates columns with blanks, and numbers in a row: they are cells with little space between. */
const splitAtBlanks = (fragment: Fragment): Fragment[] => {
  const isRow = isNumbers(fragment.text.trim())
  const pieces = [...fragment.text.matchAll(isRow ? /\S+/g : /\S+(?:\s{1,2}\S+)*/g)]
  if (pieces.length < 2) return [fragment]
  const share = (fragment.right - fragment.left) / fragment.text.length
  return pieces.map((piece) => ({
    ...fragment,
    text: piece[0],
    left: fragment.left + piece.index * share,
    right: fragment.left + (piece.index + piece[0].length) * share,
  }))
}

const segmentOf = (fragments: readonly Fragment[], line: FragmentLine): Segment => {
  const top = fragments.reduce((min, fragment) => Math.min(min, fragment.top), Number.POSITIVE_INFINITY)
  const bottom = fragments.reduce((max, fragment) => Math.max(max, fragment.bottom), 0)
  return {
    fragments,
    line,
    left: fragments[0]?.left ?? 0,
    right: fragments.at(-1)?.right ?? 0,
    middle: (top + bottom) / 2,
    height: bottom - top,
  }
}

const segmentsOf = (line: FragmentLine): Segment[] => {
  const segments: Segment[] = []
  let open: Fragment[] = []
  for (const fragment of line.fragments) {
    if (fragment.text.trim() === '') {
      // A blank belongs to the text around it only if that is one segment.
      open.push(fragment)
      continue
    }
    for (const piece of splitAtBlanks(fragment)) {
      const before = open.findLast(({ text }) => text.trim() !== '')
      const gap = before === undefined ? 0 : piece.left - before.right
      const height = piece.bottom - piece.top
      const isCell =
        piece.startsCell === true ||
        gap > cellGap * height ||
        (gap > 0 && isNumbers(piece.text) && isNumbers(before?.text ?? '?'))
      const isOther = before !== undefined && (isCell || gap < -height || isElsewhere(before, piece))
      if (isOther) {
        segments.push(segmentOf(withoutEnds(open), line))
        open = []
      }
      open.push(piece)
    }
  }
  const rest = withoutEnds(open)
  return rest.length === 0 ? segments : [...segments, segmentOf(rest, line)]
}

const isElsewhere = (a: Fragment, b: Fragment): boolean => a.bottom <= b.top || b.bottom <= a.top

const withoutEnds = (fragments: readonly Fragment[]): readonly Fragment[] => {
  const isVisible = ({ text }: Fragment): boolean => text.trim() !== ''
  return fragments.slice(fragments.findIndex(isVisible), fragments.findLastIndex(isVisible) + 1)
}

const rowsOf = (segments: readonly Segment[]): Row[] => {
  const rows: { segments: Segment[]; middle: number; height: number }[] = []
  for (const segment of segments.toSorted((a, b) => a.middle - b.middle)) {
    const row = rows.at(-1)
    if (row !== undefined && segment.middle - row.middle < 0.5 * Math.min(row.height, segment.height))
      row.segments.push(segment)
    else rows.push({ segments: [segment], middle: segment.middle, height: segment.height })
  }
  return rows.map((row) => ({ ...row, segments: row.segments.toSorted((a, b) => a.left - b.left) }))
}

const overlaps = (a: Column, b: Column): boolean => a.left < b.right && b.left < a.right

/** The columns that a row fits into, widened by it; undefined if one of its cells would cover two of them. */
const fitted = (columns: readonly Column[], { segments }: Row): Column[] | undefined => {
  const wider = columns.map((column) => ({ ...column }))
  const taken = new Set<Column>()
  for (const [place, segment] of segments.entries()) {
    const next = segments[place + 1]
    if (next !== undefined && next.left < segment.right) return undefined
    const [own, other] = wider.filter((column) => overlaps(column, segment))
    if (other !== undefined || (own !== undefined && taken.has(own))) return undefined
    if (own !== undefined) taken.add(own)
    if (own === undefined) wider.push({ left: segment.left, right: segment.right })
    else Object.assign(own, { left: Math.min(own.left, segment.left), right: Math.max(own.right, segment.right) })
  }
  // A row that shares no column of values belongs to another table.
  if (columns.length > 0 && ![...taken].some((column) => wider.indexOf(column) > 0)) return undefined
  const sorted = wider.toSorted((a, b) => a.left - b.left)
  return sorted.every((column, place) => place === 0 || (sorted[place - 1]?.right ?? 0) <= column.left)
    ? sorted
    : undefined
}

const isNear = (a: Row, b: Row): boolean => b.middle - a.middle < maxRowDistance * Math.max(a.height, b.height)

/** A row with one text in the first column, in the size of the others, continues or introduces them. */
const isLabel = (row: Row, columns: readonly Column[], before: Row): boolean => {
  const [only] = row.segments
  const [first] = columns
  const isSameSize = Math.abs(row.height - before.height) < 0.15 * before.height
  return isSameSize && row.segments.length === 1 && only !== undefined && only.left < (first?.right ?? 0)
}

/** Takes the rows from `from` on that share columns. */
const grow = (rows: readonly Row[], from: number): { rows: Row[]; columns: Column[] } => {
  const taken: Row[] = []
  let columns: Column[] = []
  let labels: Row[] = []
  for (let at = from; at < rows.length; at++) {
    const row = rows[at]
    const before = labels.at(-1) ?? taken.at(-1)
    if (row === undefined || (before !== undefined && !isNear(before, row))) break
    if (before !== undefined && labels.length < 2 && isLabel(row, columns, before)) {
      labels.push(row)
      continue
    }
    const wider = row.segments.length > 1 ? fitted(columns, row) : undefined
    if (wider === undefined) break
    taken.push(...labels, row)
    labels = []
    columns = wider
  }
  return { rows: taken, columns }
}

const textOf = ({ fragments }: Segment): string => fragments.map(({ text }) => text).join('')

const isNumber = (text: string): boolean => isNumbers(text) || isGrouped(text)

/** Aligned prose, such as two columns of a newspaper, is not a table. */
const isSure = ({ rows, columns }: { rows: Row[]; columns: Column[] }): boolean => {
  const full = rows.filter(({ segments }) => segments.length > 1)
  if (full.length < minRows || columns.length < 2) return false
  const cells = full.flatMap(({ segments }) => segments)
  const lengths = cells.map((segment) => textOf(segment).length)
  if (lengths.reduce((sum, length) => sum + length, 0) / cells.length > maxAverageLength) return false
  const values = full.flatMap(({ segments }) => segments.slice(1)).map(textOf)
  const short = values.filter((text) => text.length <= maxShortLength || isNumber(text.trim()))
  if (short.length < 0.7 * values.length) return false
  const numbers = values.filter((text) => isNumber(text.trim()))
  return columns.length > 2 ? numbers.length > 0 || full.length > minRows : numbers.length >= 0.5 * values.length
}

const asBlank = (fragment: Fragment): Fragment => ({ ...fragment, text: ' ' })

const cellsOf = ({ segments }: Row, columns: readonly Column[]): Fragment[][] =>
  columns.map((_, place) =>
    segments
      .filter((segment) => columns.findIndex((other) => overlaps(other, segment)) === place)
      .flatMap(({ fragments }, n) => [...(n === 0 ? [] : fragments.slice(0, 1).map(asBlank)), ...fragments]),
  )

const wordsOf = ({ fragments }: Segment): Fragment[] =>
  fragments.flatMap((fragment) => {
    const share = (fragment.right - fragment.left) / fragment.text.length
    return [...fragment.text.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      ...fragment,
      text,
      left: fragment.left + index * share,
      right: fragment.left + (index + text.length) * share,
    }))
  })

/** The row above a table as its header, word by word: its texts are often closer together than the columns. */
const headerOf = (row: Row | undefined, first: Row | undefined, columns: readonly Column[]) => {
  if (row === undefined || first === undefined || row.segments.length < 2 || !isNear(row, first)) return undefined
  const cells: Fragment[][] = columns.map(() => [])
  for (const word of row.segments.flatMap(wordsOf)) {
    const middle = (word.left + word.right) / 2
    const distances = columns.map(({ left, right }) => Math.max(left - middle, middle - right, 0))
    const nearest = distances.indexOf(Math.min(...distances))
    if ((distances[nearest] ?? 0) > 2 * row.height) return undefined
    const cell = cells[nearest]
    if (cell !== undefined) cell.push(...(cell.length === 0 ? [word] : [asBlank(word), word]))
  }
  return cells.every((cell) => cell.length > 0) || cells.slice(1).every((cell) => cell.length > 0) ? cells : undefined
}

/**
 * Finds tables by gaps that are aligned over several lines. Text that could also be something else is not returned as a
 * table.
 */
export const findTables = (lines: readonly FragmentLine[]): FoundTable[] => {
  const upright = lines.filter(({ fragments }) => fragments.every(({ isUpright }) => isUpright))
  if (upright.reduce((sum, { fragments }) => sum + fragments.length, 0) > maxFragments) return []
  const segments = upright.flatMap(segmentsOf)
  const counts = new Map<FragmentLine, number>()
  for (const { line } of segments) counts.set(line, (counts.get(line) ?? 0) + 1)
  const rows = rowsOf(segments)
  const order = new Map(lines.map((line, place) => [line, place]))
  const tables: FoundTable[] = []
  let free = 0
  for (let at = 0; at < rows.length; ) {
    const found = grow(rows, at)
    if (!isSure(found)) {
      at += 1
      continue
    }
    const above = at > free ? rows[at - 1] : undefined
    const header = headerOf(above, found.rows[0], found.columns)
    const own = [...(header === undefined ? [] : (above?.segments ?? [])), ...found.rows.flatMap((row) => row.segments)]
    at += found.rows.length
    free = at
    const covered = new Map<FragmentLine, number>()
    for (const { line } of own) covered.set(line, (covered.get(line) ?? 0) + 1)
    // A line that is only partly in the table would be torn apart.
    if ([...covered].some(([line, count]) => count !== counts.get(line))) continue
    const [first] = [...covered.keys()].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    if (first === undefined) continue
    const body = found.rows.map((row) => cellsOf(row, found.columns))
    tables.push({
      rows: [...(header === undefined ? [] : [header]), ...body].map((cells) => ({ cells })),
      lines: new Set(covered.keys()),
      first,
    })
  }
  return tables
}
