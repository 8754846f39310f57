/** Left, top, right and bottom as shares of the page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** A printed line: its span in the text of the page, and where it is on the page. */
export interface Line {
  from: number
  to: number
  box: Box
  confidence?: number
}

/** A table that the reader of the document found: its cells, and its span in the text of the page. */
export interface Table {
  rows: string[][]
  from: number
  to: number
  box?: Box
}

export interface Page {
  page: number
  text: string
  heading?: string
  lines?: Line[]
  tables?: Table[]
}

/** The readable content of a document. */
export type ReadDocument =
  | { kind: 'text'; title: string | null; pages: Page[] }
  | { kind: 'sheets'; title: string | null; sheets: { name: string; rows: string[][] }[] }
