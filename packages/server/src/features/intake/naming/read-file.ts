/** What there is to read of a file when its deal is to be named. */
export interface ReadFile {
  fileName: string
  /** What the document calls itself. */
  title: string | null
  /** The first lines of a document, or rows of a workbook with the label first and its values after it. */
  lines: readonly string[]
}
