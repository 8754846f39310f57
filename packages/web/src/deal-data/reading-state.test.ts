import type { ReadingMetric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { boundaryYears, cellSummary, checkStateOf, missingNote, optionsOf, tallyOf } from './reading-state.ts'

const metric = (given: Partial<ReadingMetric> = {}): ReadingMetric => ({
  key: 'noi',
  name: 'NOI',
  unit: 'currency',
  value: 10,
  cell: { sheet: 'Summary', cell: 'B3' },
  label: 'NOI',
  period: null,
  is_formula: true,
  confidence: 0.9,
  confirmation: 'read',
  headline: true,
  custom: false,
  subject: 'income',
  from_template: false,
  alternatives: [],
  ...given,
})

describe('state of a metric', () => {
  it('distinguishes a confirmed cell, a cell to check, a missing metric, and one that is not in the workbook', () => {
    expect(checkStateOf(metric())).toBe('read')
    expect(checkStateOf(metric({ confirmation: 'confirmed' }))).toBe('confirmed')
    expect(checkStateOf(metric({ confirmation: 'unconfirmed' }))).toBe('check')
    expect(checkStateOf(metric({ cell: null, confirmation: 'unconfirmed' }))).toBe('missing')
    expect(checkStateOf(metric({ cell: null, confirmation: 'confirmed' }))).toBe('absent')
  })

  it('counts metrics by state', () => {
    const metrics = [metric(), metric({ confirmation: 'confirmed' }), metric({ cell: null, confirmation: 'confirmed' })]
    expect(tallyOf(metrics)).toEqual({ confirmed: 2, read: 1, check: 0, missing: 0 })
  })
})

describe('cells offered for a metric', () => {
  const other = {
    cell: { sheet: 'Model', cell: 'D9' },
    label: 'Net income',
    value: 9,
    period: '2025',
    is_formula: false,
    confidence: 0.6,
  }

  it('offers the current cell first, then the alternatives', () => {
    expect(optionsOf(metric({ alternatives: [other] }), undefined)).toEqual([
      { cell: { sheet: 'Summary', cell: 'B3' }, label: 'NOI, formula', period: null, value: 10, isPicked: false },
      { cell: { sheet: 'Model', cell: 'D9' }, label: 'Net income, typed', period: '2025', value: 9, isPicked: false },
    ])
  })

  it('offers a cell picked on the sheet last and without duplicates', () => {
    const picked = { sheet: 'Model', cell: 'A7' }
    expect(optionsOf(metric(), picked).at(-1)).toMatchObject({ cell: picked, isPicked: true })
    expect(optionsOf(metric({ alternatives: [other] }), other.cell)).toHaveLength(2)
  })

  it('offers only the alternatives if the metric was not found', () => {
    const missing = metric({ cell: null, value: null, confirmation: 'unconfirmed', alternatives: [other] })
    expect(optionsOf(missing, undefined).map(({ cell }) => cell)).toEqual([other.cell])
  })
})

describe('metric without a cell', () => {
  const alternative = (cell: string) => ({ ...metric(), cell: { sheet: 'Model', cell }, confidence: 0.3 })
  const missing = (...cells: string[]) =>
    metric({ cell: null, value: null, confirmation: 'unconfirmed', alternatives: cells.map(alternative) })

  it('shows how many cells a metric can be read from', () => {
    expect(cellSummary(missing())).toBe('No cell')
    expect(cellSummary(missing('B3'))).toBe('1 possible cell')
    expect(cellSummary(missing('B3', 'B4'))).toBe('2 possible cells')
    expect(cellSummary(metric({ alternatives: [alternative('B4')] }))).toBe('Summary!B3')
    expect(cellSummary({ ...missing('B3'), confirmation: 'confirmed' })).toBe('No cell')
  })

  it('explains what an editor can do about a metric without a cell', () => {
    const absent = { ...missing('B3'), confirmation: 'confirmed' as const }
    expect(missingNote(metric(), true)).toBeUndefined()
    expect(missingNote(missing(), true)).toMatch(/^NOI was not found. Pick a cell on the sheet, or mark/)
    expect(missingNote(missing('B3'), true)).toMatch(/^NOI was not found. Choose a cell below or pick another/)
    expect(missingNote(absent, true)).toBe('Marked as not in this workbook. To undo this, choose a cell for NOI.')
  })

  it('only states that a metric has no cell to a user who cannot change it', () => {
    expect(missingNote(missing('B3'), false)).toBe('NOI was not found.')
    expect(missingNote({ ...missing(), confirmation: 'confirmed' }, false)).toBe('Marked as not in this workbook.')
  })
})

describe('years offered as the last actual year', () => {
  it('offers the years around the one read from the workbook', () => {
    const years = boundaryYears({ boundary: { last_actual_year: 2020, origin: 'workbook' } }, 2026)
    expect([years.at(0), years.at(-1)]).toEqual([2014, 2026])
  })
})
