import { maxAnchorTextLength, maxIdLength, maxRangeLength, maxSheetNameLength } from '@deal-canvas/contract'

/** The place in a document that an address opens. */
export interface DocumentPlace {
  page?: number | undefined
  sheet?: string | undefined
  /** A cell or a range of cells. */
  cell?: string | undefined
  passage?: string | undefined
  /** The words to highlight; absent: the whole passage. */
  quote?: string | undefined
}

const textUpTo = (max: number, value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined

export const readDocumentPlace = ({ page, sheet, cell, passage, quote }: Record<string, unknown>): DocumentPlace => ({
  page: typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? page : undefined,
  sheet: textUpTo(maxSheetNameLength, typeof sheet === 'number' ? String(sheet) : sheet),
  cell: textUpTo(maxRangeLength, cell),
  passage: textUpTo(maxIdLength, typeof passage === 'number' ? String(passage) : passage),
  quote: textUpTo(maxAnchorTextLength, typeof quote === 'number' ? String(quote) : quote),
})
