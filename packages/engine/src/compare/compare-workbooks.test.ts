import { columnName, type Workbook, type WorkbookCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWorkbooks } from './compare-workbooks.ts'
import { movedFormula } from './moved-formula.ts'

const book = (sheets: Record<string, WorkbookCell[]>): Workbook => ({
  sheets: Object.entries(sheets).map(([name, cells]) => ({ name, hidden: false, cells, dataTables: [] })),
  names: [],
  tables: [],
  date1904: false,
  iteration: undefined,
})

/** Labels in column A, a number in B, and in C a formula that names the cell beside it or the rows above. */
const cellsOf = (rows: readonly { label: string; value: number; isSum: boolean }[], shift = (row: number) => row) =>
  rows.flatMap(({ label, value, isSum }, n): WorkbookCell[] => {
    const [row, first] = [shift(n), shift(0) + 1]
    return [
      { row, column: 0, value: label },
      { row, column: 1, value },
      { row, column: 2, value: 0, formula: isSum ? `SUM($B$${first}:B${row + 1})` : `B${row + 1}*2` },
    ]
  })

const rowsArbitrary = fc.array(fc.record({ value: fc.integer(), isSum: fc.boolean() }), { minLength: 1, maxLength: 30 })
const labeled = (rows: readonly { value: number; isSum: boolean }[]) =>
  rows.map((row, n) => ({ ...row, label: `Line ${n}` }))
const counts = ({ rows, columns, inputs, formulas }: ReturnType<typeof compareWorkbooks>) => [
  rows.count,
  columns.count,
  inputs.count,
  formulas.count,
]

describe('the difference of two workbooks', () => {
  it('is empty between a workbook and itself', () => {
    fc.assert(
      fc.property(rowsArbitrary, (rows) => {
        const one = book({ Model: cellsOf(labeled(rows)) })
        expect(counts(compareWorkbooks(one, one, 10))).toEqual([0, 0, 0, 0])
      }),
    )
  })

  it('names an added row, and no formula that only moved with it', () => {
    fc.assert(
      fc.property(rowsArbitrary, fc.nat(), (rows, place) => {
        const at = place % (rows.length + 1)
        const before = book({
          Model: cellsOf(labeled(rows)),
          Other: [{ row: 0, column: 0, value: 0, formula: `Model!B${rows.length}` }],
        })
        const shift = (row: number) => (row >= at ? row + 1 : row)
        const added: WorkbookCell = { row: at, column: 0, value: 'New line' }
        const after = book({
          Model: [...cellsOf(labeled(rows), shift), added],
          Other: [{ row: 0, column: 0, value: 0, formula: `Model!B${shift(rows.length - 1) + 1}` }],
        })
        const found = compareWorkbooks(before, after, 10)
        expect(found.rows.items).toEqual([{ sheet: 'Model', change: 'added', at, label: 'New line' }])
        expect(counts(found)).toEqual([1, 0, 0, 0])
        expect(compareWorkbooks(after, before, 10).rows.items).toEqual([
          { sheet: 'Model', change: 'removed', at, label: 'New line' },
        ])
      }),
    )
  })

  it('names each changed number with its label, before and after, and each changed formula', () => {
    fc.assert(
      fc.property(rowsArbitrary, fc.nat(), fc.integer({ min: 1, max: 1_000 }), (rows, place, by) => {
        const n = place % rows.length
        const changed = rows.map((row, at) => (at === n ? { ...row, value: row.value + by } : row))
        const found = compareWorkbooks(book({ M: cellsOf(labeled(rows)) }), book({ M: cellsOf(labeled(changed)) }), 10)
        expect(found.inputs.items).toEqual([
          { sheet: 'M', cell: `B${n + 1}`, label: `Line ${n}`, before: rows[n]?.value, after: changed[n]?.value },
        ])
        const other = rows.map((row, at) => (at === n ? { ...row, isSum: !row.isSum } : row))
        const formulas = compareWorkbooks(book({ M: cellsOf(labeled(rows)) }), book({ M: cellsOf(labeled(other)) }), 10)
        expect(counts(formulas)).toEqual([0, 0, 0, 1])
        expect(formulas.formulas.items[0]?.cell).toBe(`C${n + 1}`)
      }),
    )
  })

  it('counts what it does not list, and names sheets and columns that come and go', () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({ value: n, isSum: false }))
    const more = rows.map(({ isSum }, n) => ({ value: n + 1, isSum }))
    const header: WorkbookCell[] = [{ row: 0, column: 3, value: 'Year 6' }]
    const found = compareWorkbooks(
      book({ M: cellsOf(labeled(rows)), Old: [] }),
      book({ M: [...cellsOf(labeled(more)), ...header], New: [] }),
      5,
    )
    expect([found.inputs.items.length, found.inputs.count]).toEqual([5, 20])
    expect([found.sheetsAdded, found.sheetsRemoved]).toEqual([['New'], ['Old']])
    expect(found.columns.items).toEqual([{ sheet: 'M', change: 'added', at: 3, label: 'Year 6' }])
  })

  it('names a formula that became a number, and a number that became a formula', () => {
    const [a, b] = [
      { row: 0, column: 0, value: 7 },
      { row: 0, column: 0, value: 7, formula: '3+4' },
    ]
    expect(compareWorkbooks(book({ M: [a] }), book({ M: [b] }), 5).formulas.items).toMatchObject([
      { before: null, after: '3+4' },
    ])
    expect(compareWorkbooks(book({ M: [b] }), book({ M: [a] }), 5).formulas.items).toMatchObject([
      { before: '3+4', after: null },
    ])
  })

  it('moves references of all forms, and neither texts nor names nor functions', () => {
    const down = {
      rows: new Map([
        [0, 4],
        [9, 13],
      ]),
      columns: new Map([
        [0, 1],
        [1, 2],
      ]),
    }
    const sheetOf = (name: string | undefined) => (name === 'Gone' ? undefined : down)
    const moved = (formula: string) => movedFormula(formula, sheetOf)
    expect(moved(`SUM($A$1:B10)+'My ''own'' sheet'!A1+"A1 A10"+LOG10(A1)+Rate_A1+Gone!A1:A10`)).toBe(
      `SUM($B$5:C14)+'My ''own'' sheet'!B5+"A1 A10"+LOG10(B5)+Rate_A1+Gone!A1:A10`,
    )
  })

  it('leaves a formula as it is where no line moved, whatever it is', () => {
    const stays = new Map(Array.from({ length: 200 }, (_, n) => [n, n]))
    const reference = fc.tuple(fc.nat(50), fc.nat(150)).map(([column, row]) => `${columnName(column)}${row + 1}`)
    const formula = fc.array(fc.oneof(reference, fc.string(), fc.constantFrom(':', '!', "'", '"', '+', '(')), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(formula, (parts) => {
        const text = parts.join('').toUpperCase()
        expect(movedFormula(text, () => ({ rows: stays, columns: stays })).replaceAll(/0+(?=\d)/g, '')).toBe(
          text.replaceAll(/0+(?=\d)/g, ''),
        )
      }),
    )
  })
})
