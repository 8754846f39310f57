import { wellFormed } from '../../../platform/well-formed.ts'

/** The parts of a file that are used to suggest a deal name. */
export interface ReadFile {
  fileName: string
  /** The document's own title. */
  title: string | null
  /** The first lines of a document, or rows of a workbook with the label first and its values after it. */
  lines: readonly string[]
  /** The first rows of each sheet, in sheet order. Absent if the file is not a workbook. */
  sheets?: readonly SheetHead[]
}

export interface SheetHead {
  name: string
  /** Cells are separated by ` | `. */
  rows: readonly string[]
}

const maxLines = 400
const maxSheets = 12
const maxHeadRows = 8
/** The length of a digitized workbook row: a label and its name are at the start of a line. */
const maxLineLength = 400

/** Keeps only the start of a file and of its lines, where a name is found. */
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

/** Never splits a surrogate pair, which the database would reject. */
const shorten = (text: string): string =>
  text.length <= maxLineLength ? text : wellFormed(text.slice(0, maxLineLength))
