import { describe, expect, it } from 'vitest'
import { workbookOf } from './fixtures/packages.mjs'
import { readWorkbook } from './read-workbook.ts'

const read = (cell: string) =>
  readWorkbook(workbookOf({ rows: `<row r="1"><c r="A1"><v>2</v></c></row><row r="1048576">${cell}</row>` }))

describe('stray cells', () => {
  it('separates a stray cell far from all others and reads the workbook', () => {
    const [sheet] = read('<c r="A1048576"><v>7</v></c><c r="XFD1048576"><v>5</v></c>').sheets
    expect(sheet?.cells).toHaveLength(1)
    expect(sheet?.strays).toEqual([
      { row: 1_048_575, column: 0, value: 7 },
      { row: 1_048_575, column: 16_383, value: 5 },
    ])
  })

  it('rejects a workbook with a formula far from all other cells, because a formula is not a stray cell', () => {
    expect(() => read('<c r="XFD1048576"><f>A1</f><v>2</v></c>')).toThrow('too far apart')
  })
})
