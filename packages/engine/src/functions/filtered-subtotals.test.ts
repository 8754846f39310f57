import { readWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { relationshipsXml, workbookOf } from '../../../workbook-reader/src/fixtures/packages.mjs'
import { openCalculator } from '../compile/calculator.ts'

const numberRow = (row: number, value: number, isHidden = false): string =>
  `<row r="${row}"${isHidden ? ' hidden="1"' : ''}><c r="A${row}"><v>${value}</v></c></row>`

/** Rows 3 and 5 are hidden within the filter headed by row 1, and row 8 below it; the numbers are powers of two. */
const numbers = [
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Rent</t></is></c></row>',
  numberRow(2, 1),
  numberRow(3, 2, true),
  numberRow(4, 4),
  numberRow(5, 8, true),
  numberRow(6, 16),
  numberRow(8, 32, true),
  numberRow(9, 64),
].join('')

const filter =
  '<autoFilter ref="A1:A6"><filterColumn colId="0"><filters><filter val="1"/></filters></filterColumn></autoFilter>'

/** The value of a formula in a file whose sheet ends with `afterData`, or whose table has the filter. */
const computed = (formula: string, { afterData = '', table = '' } = {}): unknown => {
  const rows = `${numbers}<row r="20"><c r="B20"><f>${formula}</f></c></row>`
  const parts = {
    'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([{ id: 't', kind: 'table', target: '../tables/t.xml' }]),
    'xl/tables/t.xml': `<table displayName="Rents" ref="A1:A6"><autoFilter ref="A1:A6">${table}</autoFilter><tableColumns><tableColumn name="Rent"/></tableColumns></table>`,
  }
  const sheet = `<worksheet><sheetData>${rows}</sheetData>${afterData}</worksheet>`
  const { model } = openCalculator(readWorkbook(workbookOf({ sheet, ...(table === '' ? {} : { parts }) })))
  return model.grid.get(model.grid.idOf(0, 19, 1))
}

describe('SUBTOTAL in a file with an autofilter', () => {
  it.each([
    [1, 7],
    [2, 3],
    [3, 3],
    [4, 16],
    [5, 1],
    [6, 64],
    [7, Math.sqrt(63)],
    [8, Math.sqrt(42)],
    [9, 21],
    [10, 63],
    [11, 42],
  ])('leaves filtered rows out of SUBTOTAL function %i and its variant from 101 on', (code, expected) => {
    for (const variant of [code, code + 100])
      expect(computed(`SUBTOTAL(${variant},A2:A6)`, { afterData: filter })).toBeCloseTo(expected, 12)
  })

  it('includes manually hidden rows in SUBTOTAL functions below 100 and leaves them out from 101 on', () => {
    expect(computed('SUBTOTAL(9,A2:A6)')).toBe(31)
    expect(computed('SUBTOTAL(109,A2:A6)')).toBe(21)
    expect(computed('SUBTOTAL(9,A8:A9)', { afterData: filter })).toBe(96)
    expect(computed('SUBTOTAL(109,A8:A9)', { afterData: filter })).toBe(64)
  })

  it('does not change SUM under a filter, and changes AGGREGATE only if it ignores hidden rows', () => {
    expect(computed('SUM(A2:A6)', { afterData: filter })).toBe(31)
    expect(computed('AGGREGATE(9,4,A2:A6)', { afterData: filter })).toBe(31)
    expect(computed('AGGREGATE(9,5,A2:A6)', { afterData: filter })).toBe(21)
  })

  it('treats hidden rows as manually hidden if the filter has no criteria', () => {
    const unset = '<autoFilter ref="A1:A6"><filterColumn colId="0" hiddenButton="1"/></autoFilter>'
    expect(computed('SUBTOTAL(9,A2:A6)', { afterData: unset })).toBe(31)
    const saved = `<customSheetViews><customSheetView guid="x">${filter}</customSheetView></customSheetViews>`
    expect(computed('SUBTOTAL(9,A2:A6)', { afterData: saved })).toBe(31)
  })
})

describe('SUBTOTAL over a filtered table', () => {
  const table =
    '<filterColumn colId="0"><customFilters><customFilter operator="greaterThan" val="0"/></customFilters></filterColumn>'

  it('leaves rows hidden by a table’s filter out of SUBTOTAL, also with a structured reference', () => {
    for (const formula of ['SUBTOTAL(9,A2:A6)', 'SUBTOTAL(109,Rents[Rent])', 'SUBTOTAL(9,Rents[Rent])'])
      expect(computed(formula, { table })).toBe(21)
  })

  it('includes rows in SUBTOTAL that are manually hidden outside the table', () => {
    expect(computed('SUBTOTAL(9,A8:A9)', { table })).toBe(96)
  })
})
