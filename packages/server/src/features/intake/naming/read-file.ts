import { wellFormed } from '../../documents/reading/well-formed.ts'

/** What there is to read of a file when its deal is to be named. */
export interface ReadFile {
  fileName: string
  /** What the document calls itself. */
  title: string | null
  /** The first lines of a document, or rows of a workbook with the label first and its values after it. */
  lines: readonly string[]
  /** The first rows of each sheet of a workbook, in the order of the sheets; absent: it is not a workbook. */
  sheets?: readonly SheetHead[]
}

export interface SheetHead {
  name: string
  /** Each with its cells separated by bars. */
  rows: readonly string[]
}

const maxLines = 400
const maxSheets = 12
const maxHeadRows = 8
/** As long as a row of a workbook that was digitized: a label and its name stand at the beginning of a line. */
const maxLineLength = 400

/** A name stands at the beginning of a file, and of a line; the rest is not read. */
export const beginningOf = ({ fileName, title, lines, sheets }: ReadFile): ReadFile => ({
  fileName: shorten(fileName),
  title: title === null ? null : shorten(title),
  lines: lines.slice(0, maxLines).map(shorten),
  ...(sheets === undefined
    ? {}
    : {
        sheets: sheets
          .slice(0, maxSheets)
          .map(({ name, rows }) => ({ name: shorten(name), rows: rows.slice(0, maxHeadRows).map(shorten) })),
      }),
})

/** Never half of a character, which the database would not keep. */
const shorten = (text: string): string =>
  text.length <= maxLineLength ? text : wellFormed(text.slice(0, maxLineLength))
