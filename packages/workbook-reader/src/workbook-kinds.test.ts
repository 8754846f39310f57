import { readFileSync } from 'node:fs'
import { type BookType, read, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCell } from './cell-reference.ts'
import { packageOf, zeros } from './fixtures/packages.mjs'
import type { Scalar, Workbook } from './index.ts'
import { excelFormula } from './open-formula.ts'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableWorkbook } from './unreadable.ts'

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** One program writes `TRUE()` where another writes `true`, and all rows of a column where another writes `B:B`. */
const plain = (formula: string | undefined): string | undefined =>
  formula
    ?.replaceAll(/\s/g, '')
    .replace(/^true$/, 'TRUE()')
    .replace('B$1:B$65536', 'B:B')
const shown = (value: Scalar): unknown =>
  typeof value === 'object' && value !== null ? value.error : value === true ? 1 : value
const cellsOf = ({ sheets }: Workbook) =>
  sheets.flatMap(({ name, cells }) =>
    cells.map((cell) => ({
      at: `${name}!${formatCell(cell)}`,
      value: typeof cell.value === 'number' ? expect.closeTo(cell.value, 9) : shown(cell.value),
      formula: plain(cell.formula),
      fromArray: cell.fromArray,
    })),
  )

describe('workbooks of other kinds', () => {
  const original = readWorkbook(fixture('kinds.xlsx'))

  it.each(['kinds.xls', 'kinds.ods', 'kinds.fods'])(
    'reads every value and formula of %s as those of the same workbook in .xlsx',
    (name) => {
      const other = readWorkbook(fixture(name))
      const found = cellsOf(other).map(({ at }, place) => {
        const cell = other.sheets.flatMap(({ cells }) => cells)[place]
        return { at, value: shown(cell?.value ?? null), formula: plain(cell?.formula), fromArray: cell?.fromArray }
      })
      expect(found).toEqual(cellsOf(original).map((cell) => ({ ...cell, value: cell.value === true ? 1 : cell.value })))
      expect(other.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
        ['Unit Mix', false],
        ['Returns', false],
        ['Backup', true],
      ])
      expect(other.names).toEqual([{ name: 'Cap_Rate', sheet: undefined, formula: 'Returns!$B$1' }])
      expect(other.sheets[1]?.cells[1]?.format).toBe('0.00%')
    },
  )

  it('reads the values of a binary workbook', () => {
    const type: BookType = 'xlsb'
    const file = new Uint8Array(write(read(fixture('kinds.xlsx')), { type: 'buffer', bookType: type }))
    const values = (workbook: Workbook) =>
      workbook.sheets.map(({ cells }) => cells.map((cell) => [formatCell(cell), shown(cell.value)]))
    expect(values(readWorkbook(file))).toEqual(values(original))
  })

  it.each([
    ['of:=SUM([.A1:.B2];[$Other.$C$3])', 'SUM(A1:B2,Other!$C$3)'],
    [`of:=[$'It''s; a [sheet]'.A1]&"a;b"`, `'It''s; a [sheet]'!A1&"a;b"`],
    ['of:=SUM({1;2|3;4})', 'SUM({1,2;3,4})'],
    ['of:=SUM([.A:.A])+[.#REF!]', 'SUM(A:A)+#REF!'],
    ['of:=SUM([Jan.A1:Dec.A1])', "SUM('Jan:Dec'!A1:A1)"],
    ['of:=COM.MICROSOFT.IFS([.A1]>0;1)', 'IFS(A1>0,1)'],
    ['msoxl:=SUM(A1,B2)', 'SUM(A1,B2)'],
    ["of:=['file:///x.ods'#$A.B1]", undefined],
  ])('translates the OpenDocument formula %s to %s', (given, expected) => {
    expect(excelFormula(given)).toBe(expected)
  })

  it('rejects an OpenDocument file that repeats a cell without end, declares entities or inflates too far', () => {
    const sheet = (rows: string, before = '') =>
      `<?xml version="1.0"?>${before}<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><table:table table:name="A">${rows}</table:table></office:document>`
    const cell = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16384"/>'
    const row = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`
    expect(() => readWorkbook(bytes(sheet(row)))).toThrow(/more than 1,500,000 cells/)
    expect(() => readWorkbook(bytes(sheet('', '<!DOCTYPE a [<!ENTITY b "c">]>')))).toThrow(/entities/)
    expect(() => readWorkbook(packageOf({ 'content.xml': zeros(200) }))).toThrow(UnreadableWorkbook)
    expect(readWorkbook(bytes(sheet('<table:table-row table:number-rows-repeated="1048576"/>'))).sheets).toHaveLength(1)
  })

  it('rejects damaged files of every kind with a reason', () => {
    for (const name of ['kinds.xls', 'kinds.ods', 'kinds.fods'])
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }), (changes) => {
          const damaged = fixture(name)
          for (const [at, byte] of changes) damaged[at % damaged.length] = byte
          try {
            return readWorkbook(damaged).sheets.length > 0
          } catch (error) {
            return error instanceof UnreadableWorkbook
          }
        }),
        // Always the same damage: some damaged .xls files take more memory than this process has, which only the
        // limit of the reading thread ends.
        { numRuns: 40, seed: 1 },
      )
  })
})
