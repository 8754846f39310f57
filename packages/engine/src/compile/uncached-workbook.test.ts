import { naError, nameError, readWorkbook, refError } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { workbookOf } from '../../../workbook-reader/src/fixtures/packages.mjs'
import { mapMetrics } from '../metrics/map-metrics.ts'
import { tierOf } from '../metrics/tier.ts'
import { openCalculator } from './calculator.ts'

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: string, value: number) => `<c r="${at}"><v>${value}</v></c>`

/** A property model whose formula cells are written by the given function. */
const propertyRows = (formula: (at: string, text: string) => string): string =>
  [
    [text('A1', 'Effective Gross Income'), number('B1', 1_000_000)],
    [text('A2', 'Total Operating Expenses'), formula('B2', 'B1*0.4')],
    [text('A3', 'Net Operating Income'), formula('B3', 'B1-B2')],
    [text('A4', 'Purchase Price'), number('B4', 10_000_000)],
    [formula('A5', '"Going-in "&amp;"Cap Rate"'), formula('B5', 'B3/B4')],
  ]
    .map((cells, row) => `<row r="${row + 1}">${cells.join('')}</row>`)
    .join('')

const openRows = (rows: string, settings = '') => {
  const calculator = openCalculator(readWorkbook(workbookOf({ rows, settings })))
  const { model } = calculator
  const valueAt = (row: number, column: number) => model.grid.get(model.grid.idOf(0, row, column))
  return { calculator, valueAt, map: mapMetrics(model.workbook, model) }
}
const recalculateOnLoad = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'

describe('workbooks without cached values', () => {
  it.each([
    ['no value element, as openpyxl writes it', (at: string, f: string) => `<c r="${at}"><f>${f}</f></c>`, ''],
    ['an empty value element', (at: string, f: string) => `<c r="${at}"><f>${f}</f><v></v></c>`, recalculateOnLoad],
    [
      'a zero in every formula cell, as XlsxWriter writes it',
      (at: string, f: string) => `<c r="${at}"><f>${f}</f><v>0</v></c>`,
      recalculateOnLoad,
    ],
  ])('computes and maps a workbook at the full tier when it has %s', (_, formula, settings) => {
    const { calculator, valueAt, map } = openRows(propertyRows(formula), settings)
    expect(valueAt(2, 1)).toBe(600_000)
    expect(calculator.check.disagreeing).toEqual([])
    const found = new Map(map.matches.map(({ metricKey, cell, value }) => [metricKey, [cell, value]]))
    expect(found.get('noi')).toEqual(['B3', 600_000])
    expect(found.get('going_in_cap_rate_pct')).toEqual(['B5', 6])
    expect(tierOf(calculator, map.matches)).toBe('full')
  })

  it('keeps zeros that a program calculated and drops only placeholders in a file that asks for recalculation', () => {
    const rows = propertyRows((at, f) => `<c r="${at}"><f>${f}</f><v>0</v></c>`)
    expect(openRows(rows).calculator.check.disagreeing.length).toBeGreaterThan(0)
    const withOneValue = rows.replace('<f>B1-B2</f><v>0</v>', '<f>B1-B2</f><v>600000</v>')
    expect(openRows(withOneValue, recalculateOnLoad).calculator.check.disagreeing.length).toBeGreaterThan(0)
  })

  it('fills cells of an array formula that the file does not list', () => {
    const rows = '<row r="1"><c r="A1"><f t="array" ref="A1:A3">{5;6;7}*2</f></c></row>'
    const { calculator } = openRows(rows)
    expect(calculator.model.workbook.sheets[0]?.cells.map(({ row, value }) => [row, value])).toEqual([
      [0, 10],
      [1, 12],
      [2, 14],
    ])
  })

  it.each([
    ['an unknown function', 'PROVIDER("x")', nameError],
    ['a link to a missing workbook', '[1]Other!A1', refError],
  ])('propagates the error of %s instead of counting the cell as zero', (_, formula, error) => {
    const rows = `<row r="1"><c r="A1"><f>${formula.replaceAll('"', '&quot;')}</f></c><c r="B1"><f>A1+1</f></c></row>`
    const { valueAt } = openRows(rows)
    expect(valueAt(0, 0)).toBe(error)
    expect(valueAt(0, 1)).toBe(error)
  })

  it('gives #N/A for TODAY if the file has no save date, and a fixed random number for RAND', () => {
    const rows = '<row r="1"><c r="A1"><f>TODAY()</f></c><c r="B1"><f>RAND()</f></c></row>'
    const { valueAt } = openRows(rows)
    expect(valueAt(0, 0)).toBe(naError)
    expect(valueAt(0, 1)).toBe(0.5)
  })

  it('stays uncached when the workbook is reopened with the values computed here', () => {
    const rows = propertyRows((at, f) => `<c r="${at}"><f>${f}</f></c>`)
    const { calculator } = openRows(rows)
    const again = openCalculator(calculator.model.workbook)
    expect(again.check.formulas).toBe(0)
    expect(again.model.formulas.map(({ cached }) => cached)).toEqual([null, null, null, null])
  })
})
