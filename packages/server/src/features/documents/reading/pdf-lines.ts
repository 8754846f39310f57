import { wellFormed } from '../../../platform/well-formed.ts'
import type { Box, Line, Page, Table } from '../digitized.ts'
import { findTables } from './find-tables.ts'

/** A piece of text as the file draws it, in points from the upper left corner of the page. */
export interface Fragment {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Whether the line ends after it. */
  readonly endsLine: boolean
  /** False for rotated text, which is never part of a table. */
  readonly isUpright: boolean
  /** Whether a rule stands between it and the text before it. */
  readonly startsCell?: boolean
  /** How sure text recognition is, from 0 to 1; absent for text that the file contains as text. */
  readonly confidence?: number
}

/** Fragments on one line, in reading order. */
export interface FragmentLine {
  readonly fragments: readonly Fragment[]
}

const maxPageLength = 400_000
/** A page is read back as one line of JSON, so the number of boxes in it is limited. */
const maxLines = 4_000

const boxOf = (fragments: readonly Fragment[], width: number, height: number): Box => {
  const share = (value: number, of: number): number => Number(Math.min(Math.max(value / of, 0), 1).toFixed(4))
  const least = (of: (fragment: Fragment) => number): number =>
    fragments.reduce((min, fragment) => Math.min(min, of(fragment)), Number.POSITIVE_INFINITY)
  return [
    share(
      least(({ left }) => left),
      width,
    ),
    share(
      least(({ top }) => top),
      height,
    ),
    share(-least(({ right }) => -right), width),
    share(-least(({ bottom }) => -bottom), height),
  ]
}

/** The mean over the letters; nothing if the text was not recognized. */
const confidenceOf = (fragments: readonly Fragment[]): { confidence?: number } => {
  let [sum, letters] = [0, 0]
  for (const { text, confidence } of fragments) {
    if (confidence === undefined) return {}
    sum += confidence * text.length
    letters += text.length
  }
  return letters === 0 ? {} : { confidence: Number((sum / letters).toFixed(2)) }
}

const visible = (fragments: readonly Fragment[]): Fragment[] => fragments.filter(({ text }) => text.trim() !== '')

const textOf = (fragments: readonly Fragment[]): string =>
  wellFormed(
    fragments
      .map(({ text }) => text)
      .join('')
      .replaceAll('\0', '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

/** Joins fragments into lines as the file ends them. */
const drawnLines = (fragments: readonly Fragment[]): FragmentLine[] => {
  const lines: FragmentLine[] = []
  let open: Fragment[] = []
  for (const fragment of fragments) {
    open.push(fragment)
    if (!fragment.endsLine) continue
    lines.push({ fragments: open })
    open = []
  }
  if (open.length > 0) lines.push({ fragments: open })
  return lines
}

/**
 * Converts the fragments of a page to its text with the box of each line, and to its tables. The rows of a table are
 * one line each, also if the file draws it column by column.
 */
export const layOutPage = (
  page: number,
  fragments: readonly Fragment[],
  { width, height }: { width: number; height: number },
): Page => {
  const drawn = drawnLines(fragments)
  const tableOf = new Map(findTables(drawn).flatMap((table) => [...table.lines].map((line) => [line, table] as const)))
  const pieces: string[] = []
  const lines: Line[] = []
  const tables: Table[] = []
  let length = 0
  let blank = false

  const addLine = (text: string, shown: readonly Fragment[]): { from: number; to: number } | undefined => {
    if (text === '') {
      blank = pieces.length > 0
      return undefined
    }
    const separator = pieces.length === 0 ? '' : blank ? '\n\n' : '\n'
    if (length + separator.length + text.length > maxPageLength) return undefined
    blank = false
    pieces.push(separator, text)
    const from = length + separator.length
    length = from + text.length
    if (lines.length < maxLines) {
      const seen = visible(shown)
      lines.push({ from, to: length, box: boxOf(seen, width, height), ...confidenceOf(seen) })
    }
    return { from, to: length }
  }

  for (const line of drawn) {
    const table = tableOf.get(line)
    if (table === undefined) addLine(textOf(line.fragments), line.fragments)
    else if (table.first === line) {
      const places = table.rows.map(({ cells }) => {
        const shown = cells.flat()
        return addLine(
          cells
            .map(textOf)
            .filter((text) => text !== '')
            .join(' '),
          shown,
        )
      })
      const [from, to] = [places[0]?.from, places.at(-1)?.to]
      if (from === undefined || to === undefined) continue
      const rows = table.rows.map(({ cells }) => cells.map(textOf))
      const box = boxOf(visible(table.rows.flatMap(({ cells }) => cells.flat())), width, height)
      tables.push({ rows, from, to, box })
    }
  }
  return {
    page,
    text: pieces.join(''),
    ...(lines.length === 0 ? {} : { lines }),
    ...(tables.length === 0 ? {} : { tables }),
  }
}
