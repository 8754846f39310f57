import { inflateRawSync } from 'node:zlib'
import { formatCell } from '@deal-canvas/workbook-reader'
import { createCellLookup } from './cell-lookup.ts'
import type { CellIndex, PagedCell, PageEntry } from './cell-pages.ts'
import { textOf } from './read-cell-pages.ts'

export interface WantedHits {
  /** Words or a number. */
  query: string
  /** How many hits come before. */
  offset: number
  limit: number
}

export interface Hit {
  sheet: string
  cell: string
  text: string
  formula: string | null
  /** The label of its row; null: not known. */
  label: string | null
}

export interface FoundHits {
  hits: Hit[]
  total: number
  /** Whether there are more than are counted. */
  hasMore: boolean
}

/** Nobody steps through more. */
const maxHits = 10_000
const maxHitText = 300

/** Texts that a cell must contain one of: a number is also found without its separators. */
const needlesOf = (query: string): string[] => {
  const plain = query.trim().toLowerCase()
  const digits = plain.replaceAll(/[\s,$€£'’]/g, '')
  return digits !== plain && /^-?\d+(?:\.\d+)?$/.test(digits) ? [plain, digits] : [plain]
}

/** Searches the stored cells of a workbook, sheet by sheet and row by row. Runs in a worker thread. */
export const searchCells = async (
  bytes: Uint8Array,
  indexBytes: number,
  { query, offset, limit }: WantedHits,
): Promise<FoundHits> => {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // Not validated, because only this service writes it.
  const index = JSON.parse(blob.subarray(0, indexBytes).toString()) as CellIndex
  const unpacked = ([, , start, length]: PageEntry): string =>
    inflateRawSync(blob.subarray(indexBytes + start, indexBytes + start + length)).toString()
  const needles = needlesOf(query)
  const written = needles.map((needle) => JSON.stringify(needle).slice(1, -1))
  const isHit = (cell: PagedCell): boolean => {
    const [, , , value, , formula] = cell
    const texts = [textOf(cell), value === null ? '' : String(value), formula === null ? '' : `=${formula}`]
    return texts.some((text) => {
      const lower = text.toLowerCase()
      return needles.some((needle) => lower.includes(needle))
    })
  }

  const found: { sheet: number; cell: PagedCell }[] = []
  let hasMore = false
  for (const [sheet, { pages }] of index.sheets.entries()) {
    const hits: PagedCell[] = []
    for (const entry of pages) {
      if (found.length + hits.length >= maxHits) {
        hasMore = true
        break
      }
      const text = unpacked(entry)
      const lower = text.toLowerCase()
      // Most pages need not be parsed. The leading `=` of a formula is not stored.
      const canHit = written.some((needle) => lower.includes(needle.replace(/^=/, '')))
      if (index.isFormatted && !canHit) continue
      for (const cell of JSON.parse(text) as PagedCell[]) if (isHit(cell)) hits.push(cell)
    }
    hits.sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn)
    for (const cell of hits) found.push({ sheet, cell })
  }
  const lookup = createCellLookup(index, async (entries) =>
    entries.map((entry) => JSON.parse(unpacked(entry)) as PagedCell[]),
  )
  const hits: Hit[] = []
  for (const { sheet, cell } of found.slice(offset, offset + limit)) {
    const [row, column, , , , formula] = cell
    const { label } = await lookup.labelsAt({ sheet, row, column })
    hits.push({
      sheet: index.sheets[sheet]?.name ?? '',
      cell: formatCell({ row, column }),
      text: textOf(cell).slice(0, maxHitText),
      formula: formula === null ? null : `=${formula}`.slice(0, maxHitText),
      label: label ?? null,
    })
  }
  return { hits, total: found.length, hasMore }
}
