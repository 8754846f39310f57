import { describe, expect, it } from 'vitest'
import { fullLabel, measureOf } from './measure-label.ts'

it.each([
  ['% growth', 'growth'],
  ['YoY %', 'growth'],
  ['Growth Rate', 'growth'],
  ['% margin', 'margin'],
  ['% of sales', 'margin'],
  ['% Revenues', 'margin'],
  ['% of EBIT', 'rate'],
  ['Revenue', undefined],
  ['Sales', undefined],
  ['EBITDA margin', undefined],
  ['Rent growth', undefined],
])('reads what the label "%s" measures as %s', (label, measure) => {
  expect(measureOf(label)).toBe(measure)
})

describe('full label of a line', () => {
  it('uses the line above as the subject if a label states only a measure', () => {
    expect(fullLabel({ label: '  % margin', subject: 'EBITDA', unit: '' })).toBe('EBITDA margin')
    expect(fullLabel({ label: '% of EBIT', subject: 'Taxes', unit: '' })).toBe('Taxes rate')
    expect(fullLabel({ label: '% growth', subject: '', unit: '' })).toBe('% growth')
  })

  it('labels a line as per share if its unit says so', () => {
    expect(fullLabel({ label: 'Equity Value', subject: '', unit: '($/sh)' })).toBe('Equity Value per share')
    expect(fullLabel({ label: 'Equity Value', subject: '', unit: '($m)' })).toBe('Equity Value')
  })
})
