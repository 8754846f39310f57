import { describe, expect, it } from 'vitest'
import { bookCalculator } from '../testing/sheet-calculator.ts'
import { workbookOf } from './fixtures/packages.mjs'
import { readWorkbook } from './read-workbook.ts'

const model =
  '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f><v>6</v></c><c r="C1"><f>SUM(A:A)</f><v>9</v></c><c r="D1"><f>XFD1048576+A1</f><v>7</v></c></row>'
const read = (cell: string) => readWorkbook(workbookOf({ rows: `${model}<row r="1048576">${cell}</row>` }))

describe('a stray cell far away', () => {
  it('does not refuse the workbook: all formulas that do not read it follow their inputs', () => {
    const book = read('<c r="A1048576"><v>7</v></c><c r="XFD1048576"><v>5</v></c>')
    expect(book.sheets[0]?.strays).toEqual([
      { row: 1_048_575, column: 0, value: 7 },
      { row: 1_048_575, column: 16_383, value: 5 },
    ])
    const { at, set } = bookCalculator(book)
    set('A1', 10)
    expect(at('B1')).toBe(30)
  })

  it('keeps the formulas that read it as they are, and they are told as frozen', () => {
    const { at, set, calculator } = bookCalculator(read('<c r="A1048576"><v>7</v></c><c r="XFD1048576"><v>5</v></c>'))
    expect([...calculator.check.frozen]).toEqual([['stray cell', 2]])
    set('A1', 10)
    expect([at('C1'), at('D1')]).toEqual([9, 7])
  })

  it('is no stray where it is a formula', () => {
    expect(() => read('<c r="XFD1048576"><f>A1</f><v>2</v></c>')).toThrow('too far apart')
  })
})
