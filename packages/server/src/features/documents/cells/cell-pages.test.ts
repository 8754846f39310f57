import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../../testing/uploading.ts'
import { maxDerivedBytes } from '../derived-bytes.ts'
import { type Book, type BookCell, readBook } from '../reading/book.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type CellIndex, type CellRange, maxCellsPerPage, type PagedCell, type PageEntry } from './cell-pages.ts'
import { readCellPages, TooMuchText } from './read-cell-pages.ts'
import { writeCellPages } from './write-cell-pages.ts'

const roomy = 64 * 1024 * 1024

/** Writes the cells of a workbook, reads a range back, and counts the cells parsed for it. */
const given = (book: Book) => {
  const { indexBytes, content } = writeCellPages(book, roomy)
  const bytes = Buffer.from(content)
  const index = JSON.parse(bytes.subarray(0, indexBytes).toString()) as CellIndex
  const parsed = { cells: 0, pages: 0 }
  const load = async (pages: readonly PageEntry[]) =>
    pages.map(([, , start, length]) => {
      const packed = bytes.subarray(indexBytes + start, indexBytes + start + length)
      const page = JSON.parse(inflateRawSync(packed).toString()) as PagedCell[]
      parsed.cells += page.length
      parsed.pages++
      return page
    })
  return {
    index,
    parsed,
    read: (sheet: string | undefined, range: CellRange) => readCellPages(index, { sheet, range }, load),
  }
}
const sheetWith = (cells: BookCell[]): Book => ({ title: null, sheets: [{ name: 'A', hidden: false, cells }] })
const rangeOf = (top: number, left: number, bottom: number, right: number): CellRange => ({
  from: { row: top, column: left },
  to: { row: bottom, column: right },
})

describe('cell pages', () => {
  it('returns cells with values, formulas and formats', async () => {
    const book = readBook(workbookFile())
    const { read } = given(book)
    expect(await read('returns', rangeOf(0, 1, 1, 1))).toEqual({
      found: true,
      sheets: [{ name: 'Returns', rows: 2, columns: 2, hidden: false }],
      sheet: 'Returns',
      cells: [
        { cell: 'B1', type: 'number', value: 0.0525, text: '5.25%', formula: null, format: '0.00%' },
        { cell: 'B2', type: 'number', value: 0.105, text: '0.105', formula: '=B1*2', format: null },
      ],
    })
    expect(await read('Rents', rangeOf(0, 0, 0, 0))).toMatchObject({ found: false, sheets: [{ name: 'Returns' }] })
  })

  it('returns every cell of any range once, row by row, as in the workbook', async () => {
    const coordinate = fc.oneof(fc.nat(40), fc.nat(3_000))
    const cell = fc.record({ row: coordinate, column: coordinate, value: fc.oneof(fc.integer(), fc.string()) })
    const corner = fc.record({ row: coordinate, column: coordinate })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 600 }), corner, corner, async (all, cornerA, cornerB) => {
        const cells = [...new Map(all.map((own) => [`${own.row} ${own.column}`, own])).values()]
        const range = rangeOf(
          Math.min(cornerA.row, cornerB.row),
          Math.min(cornerA.column, cornerB.column),
          Math.max(cornerA.row, cornerB.row),
          Math.max(cornerA.column, cornerB.column),
        )
        const { from, to } = range
        const wanted = cells
          .filter((own) => own.row >= from.row && own.row <= to.row)
          .filter((own) => own.column >= from.column && own.column <= to.column)
          .sort((a, b) => a.row - b.row || a.column - b.column)
        const answer = await given(sheetWith(cells)).read(undefined, range)
        expect(answer).toMatchObject({ found: true })
        if (answer.found) expect(answer.cells.map(({ value }) => value)).toEqual(wanted.map(({ value }) => value))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['a column of 1,000 rows', rangeOf(0, 7, 999, 7), 9_000],
    ['a row of 100 columns', rangeOf(70, 0, 70, 99), 4_000],
    ['one cell', rangeOf(200, 50, 200, 50), 2 * maxCellsPerPage],
  ])('reads only a few pages for %s of a sheet with 100,000 cells', async (_what, range, maxParsed) => {
    const cells = Array.from({ length: 100_000 }, (_, n) => ({ row: Math.floor(n / 100), column: n % 100, value: n }))
    const { parsed, read } = given(sheetWith(cells))
    await read('A', range)
    expect(parsed.cells).toBeLessThanOrEqual(maxParsed)
  })

  it('has an index whose size depends on the number of cells, not on their distance', () => {
    const cells = Array.from({ length: 2_000 }, (_, n) => ({ row: n * 500, column: (n * 7) % 16_000, value: n }))
    const { index } = given(sheetWith(cells))
    expect(index.sheets[0]?.pages.length).toBeLessThanOrEqual(Math.ceil(2_000 / maxCellsPerPage))
  })

  it('rejects a range with more text than one response can carry', async () => {
    const cells = Array.from({ length: 200 }, (_, row) => ({ row, column: 0, value: 'x'.repeat(30_000) }))
    const { read } = given(sheetWith(cells))
    await expect(read('A', rangeOf(0, 0, 199, 0))).rejects.toBeInstanceOf(TooMuchText)
    expect(await read('A', rangeOf(0, 0, 9, 0))).toMatchObject({ found: true })
  })

  describe('cell page limits', () => {
    const naming = (text: string, count: number): Book =>
      sheetWith(Array.from({ length: count }, (_, row) => ({ row, column: 0, value: text })))
    const letters = Array.from({ length: 32_767 }, (_, n) => String.fromCharCode(33 + ((n * n * 7 + n) % 4_001))).join(
      '',
    )

    it('limits compressed cell pages by the size of the file', () => {
      const fileBytes = 40_000
      const maxBytes = maxDerivedBytes(fileBytes)
      expect(writeCellPages(naming(letters, 20), maxBytes).content.length).toBeLessThan(maxBytes)
      expect(() => writeCellPages(naming(letters, 1_000), maxBytes)).toThrow(Unreadable)
    })

    it('limits the text of cell pages before compression', () => {
      const book = naming('x'.repeat(32_767), 40)
      expect(() => writeCellPages(book, roomy, 1024 * 1024)).toThrow(/more text than/)
      expect(() => writeCellPages(book, roomy)).not.toThrow()
    })

    it('stores a long text completely that a few hundred cells repeat', async () => {
      const { read } = given(naming('x'.repeat(32_767), 500))
      const answer = await read('A', rangeOf(400, 0, 400, 0))
      expect(answer).toMatchObject({ cells: [{ cell: 'A401', value: 'x'.repeat(32_767) }] })
    })
  })
})
