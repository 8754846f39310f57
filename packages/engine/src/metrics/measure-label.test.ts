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
])('the label "%s" measures %s', (label, measure) => {
  expect(measureOf(label)).toBe(measure)
})

describe('the full label of a line', () => {
  it('has the line above it as its subject, where it says only how that is measured', () => {
    expect(fullLabel({ label: '  % margin', subject: 'EBITDA', unit: '' })).toBe('EBITDA margin')
    expect(fullLabel({ label: '% of EBIT', subject: 'Taxes', unit: '' })).toBe('Taxes rate')
    expect(fullLabel({ label: '% growth', subject: '', unit: '' })).toBe('% growth')
  })

  it('is per share where its unit says so', () => {
    expect(fullLabel({ label: 'Equity Value', subject: '', unit: '($/sh)' })).toBe('Equity Value per share')
    expect(fullLabel({ label: 'Equity Value', subject: '', unit: '($m)' })).toBe('Equity Value')
  })
})
