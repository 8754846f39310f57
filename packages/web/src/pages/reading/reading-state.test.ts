import type { ReadingMetric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { boundaryYears, checkStateOf, optionsOf, tallyOf } from './reading-state.ts'

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
  from_template: false,
  alternatives: [],
  ...given,
})

describe('the state of a metric', () => {
  it('tells a confirmed cell, a cell to check, a metric that is missing, and one that the workbook does not have', () => {
    expect(checkStateOf(metric())).toBe('read')
    expect(checkStateOf(metric({ confirmation: 'confirmed' }))).toBe('confirmed')
    expect(checkStateOf(metric({ confirmation: 'unconfirmed' }))).toBe('check')
    expect(checkStateOf(metric({ cell: null, confirmation: 'unconfirmed' }))).toBe('missing')
    expect(checkStateOf(metric({ cell: null, confirmation: 'confirmed' }))).toBe('absent')
  })

  it('is counted', () => {
    const metrics = [metric(), metric({ confirmation: 'confirmed' }), metric({ cell: null, confirmation: 'confirmed' })]
    expect(tallyOf(metrics)).toEqual({ confirmed: 2, read: 1, check: 0, missing: 0 })
  })
})

describe('the cells offered for a metric', () => {
  const other = {
    cell: { sheet: 'Model', cell: 'D9' },
    label: 'Net income',
    value: 9,
    period: '2025',
    is_formula: false,
    confidence: 0.6,
  }

  it('are the present one, then the alternatives', () => {
    expect(optionsOf(metric({ alternatives: [other] }), undefined)).toEqual([
      { cell: { sheet: 'Summary', cell: 'B3' }, label: 'NOI, formula', period: null, value: 10, isPicked: false },
      { cell: { sheet: 'Model', cell: 'D9' }, label: 'Net income, typed', period: '2025', value: 9, isPicked: false },
    ])
  })

  it('have a cell picked on the sheet at their end, once', () => {
    const picked = { sheet: 'Model', cell: 'A7' }
    expect(optionsOf(metric(), picked).at(-1)).toMatchObject({ cell: picked, isPicked: true })
    expect(optionsOf(metric({ alternatives: [other] }), other.cell)).toHaveLength(2)
  })
})

describe('the years offered as the last actual one', () => {
  it('lie around the one that was read', () => {
    const years = boundaryYears({ boundary: { last_actual_year: 2020, origin: 'workbook' } }, 2026)
    expect([years.at(0), years.at(-1)]).toEqual([2014, 2026])
  })
})
