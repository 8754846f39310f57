import { columnName, type DataTable, parseCell, type Workbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { type SmallSheet, smallBook } from '../testing/small-book.ts'
import { type Calculator, openCalculator } from './calculator.ts'

const place = (cell: string) => parseCell(cell) ?? { row: 0, column: 0 }
const table = (first: string, last: string, inputs: { row?: string; column?: string }): DataTable => ({
  area: {
    sheet: 0,
    top: place(first).row,
    left: place(first).column,
    bottom: place(last).row,
    right: place(last).column,
  },
  rowInput: inputs.row === undefined ? undefined : place(inputs.row),
  columnInput: inputs.column === undefined ? undefined : place(inputs.column),
})

const bookWith = (sheet: SmallSheet, ...tables: DataTable[]): Workbook => {
  const book = smallBook({ Sheet: sheet })
  return { ...book, sheets: book.sheets.map((one) => ({ ...one, dataTables: tables })) }
}

const open = (sheet: SmallSheet, ...tables: DataTable[]) => {
  const calculator = openCalculator(bookWith(sheet, ...tables))
  const { grid } = calculator.model
  const id = (cell: string): number => grid.idOf(0, place(cell).row, place(cell).column)
  return {
    calculator,
    id,
    at: (...cells: string[]) => cells.map((cell) => grid.get(id(cell))),
    set: (cell: string, value: number) => calculator.set([{ id: id(cell), value }]),
  }
}

const stateOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))

/** Price, quantity and their product, with a data table of it for other prices (down) and quantities (across). */
const base: SmallSheet = { A1: 10, A2: 3, A3: '=A1*A2', A4: '=A3*2' }
const two: SmallSheet = { ...base, C1: '=A3', D1: 1, E1: 2, C2: 5, C3: 7, D5: '=SUM(D2:E3)' }
const twoTable = table('D2', 'E3', { row: 'A2', column: 'A1' })

describe('data tables', () => {
  it('fills a two-input data table with the corner formula for every pair of values', () => {
    const { at } = open(two, twoTable)
    expect(at('D2', 'E2', 'D3', 'E3')).toEqual([5, 10, 7, 14])
    expect(at('A1', 'A2', 'A3', 'A4', 'D5')).toEqual([10, 3, 30, 60, 36])
  })

  it('fills a column-input data table with each first-row formula for every value of its first column', () => {
    const { at } = open({ ...base, D1: '=A3', E1: '=A4+A1', C2: 1, C3: 2 }, table('D2', 'E3', { column: 'A1' }))
    expect(at('D2', 'E2', 'D3', 'E3')).toEqual([3, 7, 6, 14])
  })

  it('fills a row-input data table with each first-column formula for every value of its first row', () => {
    const { at } = open({ ...base, C2: '=A3', C3: '=A4', D1: 1, E1: 2 }, table('D2', 'E3', { row: 'A2' }))
    expect(at('D2', 'E2', 'D3', 'E3')).toEqual([10, 20, 20, 40])
  })

  it('recomputes a data table and its dependents when a precedent of its formula changes', () => {
    const { at, set, calculator } = open({ ...two, A3: '=A1*A2+A5', A5: 0 }, twoTable)
    const before = stateOf(calculator)
    set('A5', 100)
    expect(at('D2', 'E3', 'D5')).toEqual([105, 114, 436])
    set('C2', 50)
    expect(at('D2', 'E2')).toEqual([150, 200])
    set('C2', 5)
    set('A5', 0)
    expect(stateOf(calculator)).toBe(before)
  })

  it('reads the edge values of a data table before trying the first one', () => {
    const { at, set } = open({ ...two, C2: '=A1', C3: '=A1+1' }, twoTable)
    expect(at('D2', 'D3')).toEqual([10, 11])
    set('A1', 20)
    expect(at('C2', 'D2', 'D3')).toEqual([20, 20, 21])
  })

  it('computes a data table whose formula has dynamic references', () => {
    const { at, set } = open(
      { A1: 0, A3: '=OFFSET(B1,A1,0)', B1: 1, B2: 2, B3: 3, D1: '=A3', C2: 0, C3: 1, C4: 2 },
      table('D2', 'D4', { column: 'A1' }),
    )
    expect(at('D2', 'D3', 'D4', 'A3')).toEqual([1, 2, 3, 1])
    set('B3', 30)
    expect(at('D2', 'D3', 'D4', 'A3')).toEqual([1, 2, 30, 1])
  })

  it('keeps set formula cells during a data table run, except for the table’s own input cell', () => {
    const { at, calculator, id } = open({ ...two, A3: '=A1*A2+A5', A5: '=A1' }, twoTable)
    expect(at('D2', 'E3')).toEqual([10, 21])
    calculator.set([{ id: id('A5'), value: 100 }])
    expect(at('A5', 'D2', 'E3', 'A3')).toEqual([100, 105, 114, 130])
    const other = open({ ...two, A1: '=A6+1', A6: 9 }, twoTable)
    expect(other.at('A1', 'D2', 'E3')).toEqual([10, 5, 14])
  })

  it('checks a data table against its cached values and keeps them if it disagrees', () => {
    const cached = { D2: 5, E2: 10, D3: 7 }
    expect(open({ ...two, ...cached, E3: 14 }, twoTable).calculator.check).toMatchObject({ formulas: 4, agreeing: 4 })
    const { calculator, at, set } = open({ ...two, ...cached, E3: 15 }, twoTable)
    expect(calculator.check.disagreeing).toMatchObject([{ expected: 15, got: 14, formula: { text: 'TABLE(A2,A1)' } }])
    set('C2', 50)
    expect(at('D2', 'E3')).toEqual([5, 15])
  })

  it('freezes and reports a data table whose input cell is missing', () => {
    const { calculator, at, set } = open({ ...two, D2: 5, E2: 10, D3: 7, E3: 14 }, table('D2', 'E3', {}))
    expect(calculator.check).toMatchObject({ formulas: 4, computed: 0, agreeing: 0 })
    expect([...calculator.check.frozen]).toEqual([['what-if table', 4]])
    set('C2', 50)
    expect(at('D2')).toEqual([5])
  })

  it('computes a data table with any number of cells if it needs at most 2,500 runs of the model', () => {
    const down = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`C${n + 2}`, n]))
    const across = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`${columnName(n + 3)}1`, n % 2 === 0 ? '=A3' : '=A4+A5']),
    )
    const { at, set } = open(
      { ...base, A5: 0, ...down, ...across },
      table('D2', `${columnName(52)}61`, { column: 'A1' }),
    )
    expect(at('D61', 'E61')).toEqual([59 * 3, 59 * 6])
    set('A5', 1)
    expect(at('D61', 'E61')).toEqual([59 * 3, 59 * 6 + 1])
  })

  it('computes a data table whose input is an empty cell outside the used range', () => {
    const { at, set } = open({ ...two, A3: '=A1*A2+A20' }, table('D2', 'E3', { row: 'A2', column: 'A20' }))
    expect(at('D2', 'E3')).toEqual([15, 27])
    set('A1', 20)
    expect(at('D2', 'E3')).toEqual([25, 47])
  })

  it('treats a data table that is too large as a frozen node', () => {
    const cached = Object.fromEntries(
      Array.from({ length: 51 * 51 }, (_, n) => [`${columnName(3 + (n % 51))}${2 + Math.floor(n / 51)}`, 1]),
    )
    const { calculator, at, set, id } = open(
      { ...base, ...cached, C1: '=A3', A6: '=D2+1' },
      table('D2', `${columnName(53)}52`, { row: 'A2', column: 'A1' }),
    )
    expect([...calculator.check.frozen]).toEqual([['what-if table', 51 * 51]])
    expect(calculator.model.nodeAt(id('D2'))).toBeGreaterThanOrEqual(calculator.model.formulas.length)
    expect(calculator.model.tables).toMatchObject([{ kept: 'too_large' }])
    set('A1', 20)
    expect(at('D2', 'A6')).toEqual([1, 2])
  })

  it('skips a data table that no requested output needs, and computes it later', () => {
    const { calculator, id, at } = open({ ...two, A3: '=A1*A2+A5', A5: 0 }, twoTable)
    calculator.set([{ id: id('A5'), value: 100 }], { only: [id('A4')] })
    expect(at('A4', 'D2', 'D5')).toEqual([260, 5, 36])
    calculator.set([{ id: id('A1'), value: 11 }], { only: [id('D5')] })
    expect(at('D5')).toEqual([436])
    calculator.set([])
    expect(at('A4', 'D2', 'D5')).toEqual([266, 105, 436])
  })
})
