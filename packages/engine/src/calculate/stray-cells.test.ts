import { readWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { workbookOf } from '../../../workbook-reader/src/fixtures/packages.mjs'
import { bookCalculator } from '../testing/sheet-calculator.ts'

const model =
  '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f><v>6</v></c><c r="C1"><f>SUM(A:A)</f><v>9</v></c><c r="D1"><f>XFD1048576+A1</f><v>7</v></c></row>'
const read = (cell: string) => readWorkbook(workbookOf({ rows: `${model}<row r="1048576">${cell}</row>` }))

describe('stray cells far outside the used range', () => {
  it('accepts a workbook with a stray cell and recalculates all formulas that do not read it', () => {
    const book = read('<c r="A1048576"><v>7</v></c><c r="XFD1048576"><v>5</v></c>')
    const { at, set } = bookCalculator(book)
    set('A1', 10)
    expect(at('B1')).toBe(30)
  })

  it('freezes formulas that read a stray cell and reports them', () => {
    const { at, set, calculator } = bookCalculator(read('<c r="A1048576"><v>7</v></c><c r="XFD1048576"><v>5</v></c>'))
    expect([...calculator.check.frozen]).toEqual([['stray cell', 2]])
    set('A1', 10)
    expect([at('C1'), at('D1')]).toEqual([9, 7])
  })
})
