import { type CellIndex, type PagedCell, type PageEntry, pagesOfRange } from './cell-pages.ts'
import { textOf } from './read-cell-pages.ts'

export interface CellAt {
  readonly sheet: number
  readonly row: number
  readonly column: number
}

/** The words for a cell: the label of its row and the header of its column; undefined: not known. */
export interface CellLabels {
  readonly label: string | undefined
  readonly header: string | undefined
}

const maxWordsLength = 120

/** On one line, and without the colon after a label. */
const trimmed = (text: string): string => {
  const line = text
    .slice(0, 2 * maxWordsLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.endsWith(':') ? line.slice(0, -1).trimEnd() : line
}

export type CellLookup = ReturnType<typeof createCellLookup>

/** Looks up single cells; each page is read once. */
export const createCellLookup = (
  { sheets }: CellIndex,
  load: (pages: readonly PageEntry[]) => Promise<readonly (readonly PagedCell[])[]>,
) => {
  const known = new Map<PageEntry, Promise<readonly PagedCell[]>>()
  const pageOf = (entry: PageEntry): Promise<readonly PagedCell[]> => {
    const page = known.get(entry) ?? load([entry]).then(([cells = []]) => cells)
    known.set(entry, page)
    return page
  }

  const at = async ({ sheet, row, column }: CellAt): Promise<PagedCell | undefined> => {
    const { pages = [] } = sheets[sheet] ?? {}
    for (const place of pagesOfRange(pages, { from: { row, column }, to: { row, column } })) {
      const entry = pages[place]
      const found = entry && (await pageOf(entry)).find((cell) => cell[0] === row && cell[1] === column)
      if (found !== undefined) return found
    }
    return undefined
  }

  const wordsAt = async (place: CellAt): Promise<string | undefined> => {
    const cell = await at(place)
    const words = cell === undefined ? '' : trimmed(textOf(cell))
    return words === '' || words.length > maxWordsLength ? undefined : words
  }

  return {
    at,
    labelsAt: async (place: CellAt): Promise<CellLabels> => {
      const [, , , , , , , labelColumn, headerRow] = (await at(place)) ?? []
      const label = labelColumn == null ? undefined : await wordsAt({ ...place, column: labelColumn })
      const header = headerRow == null ? undefined : { ...place, row: headerRow }
      // A date alone does not say what a number is.
      const isTelling = header !== undefined && (label !== undefined || (await at(header))?.[2] === 'text')
      return { label, header: isTelling ? await wordsAt(header) : undefined }
    },
  }
}
