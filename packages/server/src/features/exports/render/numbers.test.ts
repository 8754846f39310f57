import { readWorkbook } from '@deal-canvas/engine'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../testing/exporting.ts'
import type { ExportedNumbers } from '../exported-numbers.ts'
import { csvTables, numbersTables } from './numbers-tables.ts'
import { writeCsvFiles } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =cmd',
  '\t=1',
  '\u0000=1',
  'a "quoted", text\nof two lines',
  '<b>&amp;',
]
const comment = (text: string, n: number) => ({
  thread: n + 1,
  is_reply: false,
  type: 'comment',
  status: 'open',
  author: 'Maya',
  at: '2026-11-18T14:00:00.000Z',
  text,
  anchor: { section: null, metric: null, file: null, sheet: null, cell: null, page: null, quote: null, state: 'none' },
  resolved: null,
})
const scenario = { note: null, error: null, overrides: [] }
const numbers: ExportedNumbers = {
  format: 'deal-canvas.numbers/1',
  exported_at: '2026-11-18T14:00:00.000Z',
  watermark: null,
  deal: { id: 'deal', name: 'Harbor', currency: 'EUR', model_version: 3 },
  scenario: null,
  metrics: [
    {
      key: 'exit_cap_rate_pct',
      label: 'Exit Cap Rate',
      unit: 'percentage_points',
      value: 6,
      kind: 'input',
      period: null,
      source: { file: 'Model.xlsx', sheet: 'Inputs', cell: 'B2' },
      origin: 'overridden',
      confirmation: 'confirmed',
      confirmed_by: 'Priya Nair',
      confidence: 0.98,
      workbook_value: 5.5,
      override: { value: 6, by: 'Maya', at: '2026-11-18T13:00:00.000Z', reason: '=HYPERLINK("x")' },
    },
    {
      key: 'closing_date',
      label: 'Closing Date',
      unit: 'date',
      value: 46_000,
      kind: 'input',
      period: null,
      source: null,
      origin: 'input',
      confirmation: 'read',
      confirmed_by: null,
      confidence: null,
      workbook_value: null,
      override: null,
    },
  ],
  scenarios: [
    {
      ...scenario,
      id: 'base',
      name: 'Base',
      is_presented: false,
      values: { exit_cap_rate_pct: 5.5, closing_date: 46_000 },
    },
    {
      ...scenario,
      id: 'x',
      name: 'Downside',
      is_presented: true,
      values: { exit_cap_rate_pct: 6, closing_date: 46_010 },
    },
  ],
  findings: [],
  contradictions: [],
  comments: hostile.map(comment),
  sources: [],
  facts: [],
}
const written = (note?: string) =>
  writeXlsx(numbersTables(numbers), { currency: 'EUR', note, at: new Date(numbers.exported_at) })

describe('the numbers workbook', () => {
  it('has native numbers with formats, and a sheet for each list [EXPORT-11]', () => {
    const book = readWorkbook(written())
    expect(book.sheets.map(({ name }) => name)).toEqual([
      'Metrics',
      'Scenarios',
      'Findings',
      'Contradictions',
      'Comments',
      'Sources',
    ])
    const cellAt = (sheet: number, row: number, column: number) =>
      book.sheets[sheet]?.cells.find((cell) => cell.row === row && cell.column === column)
    expect(cellAt(0, 1, 2)).toMatchObject({ value: 6, format: '0.00##"%"' })
    expect(cellAt(0, 2, 2)).toMatchObject({ value: 46_000, format: 'yyyy-mm-dd' })
    expect(cellAt(0, 1, 11)).toMatchObject({ value: 5.5 })
    // Metric, Base, Downside, and its change from Base.
    expect([4, 5, 6].map((column) => cellAt(1, 1, column)?.value)).toEqual([5.5, 6, 0.5])
    expect([4, 5, 6].map((column) => cellAt(1, 2, column)?.value)).toEqual([46_000, 46_010, 10])
  })

  it('freezes the header, and begins with the watermark if there is one', () => {
    expect(partsOf(written())['xl/worksheets/sheet1.xml']).toContain('<pane ySplit="1" topLeftCell="A2"')
    const marked = written('Exported for Maya')
    expect(partsOf(marked)['xl/worksheets/sheet1.xml']).toContain('<pane ySplit="2" topLeftCell="A3"')
    for (const { cells } of readWorkbook(marked).sheets)
      expect(cells[0]).toMatchObject({ row: 0, column: 0, value: 'Exported for Maya' })
  })

  it('never turns a text into a formula [EXPORT-12]', () => {
    const { sheets } = readWorkbook(written())
    expect(sheets.flatMap(({ cells }) => cells.filter(({ formula }) => formula !== undefined))).toEqual([])
    const texts = sheets[4]?.cells.filter(({ row, column }) => row > 0 && column === 5).map(({ value }) => value)
    expect(texts).toEqual(hostile.map((text) => text.replace('\u0000', '')))
  })
})

describe('the CSV files', () => {
  it('are one per list with exact numbers, and mark what a spreadsheet would take for a formula [EXPORT-12]', () => {
    const files = unzipSync(writeCsvFiles(csvTables(numbers), 'Exported for Maya', new Date(numbers.exported_at)))
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'metrics.csv',
      'scenarios.csv',
      'findings.csv',
      'contradictions.csv',
      'comments.csv',
      'sources.csv',
      'facts.csv',
    ])
    const rowsOf = (name: string): string[][] => parse(strFromU8(files[name] ?? new Uint8Array()), { bom: true })
    expect(rowsOf('metrics.csv')[1]?.slice(0, 4)).toEqual([
      'Exit Cap Rate',
      'exit_cap_rate_pct',
      '6',
      'percentage_points',
    ])
    expect(rowsOf('metrics.csv')[1]?.at(-1)).toBe(`'=HYPERLINK("x")`)
    const texts = rowsOf('comments.csv')
      .slice(1)
      .map((row) => row[5])
    expect(texts.slice(0, 6)).toEqual(hostile.slice(0, 6).map((text) => `'${text}`))
    expect(texts[7]).toBe(hostile[7])
  })
})
