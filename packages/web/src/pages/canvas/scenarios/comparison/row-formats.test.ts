import { describe, expect, it } from 'vitest'
import { deltaFormatter, inputFormatter } from './row-formats.ts'

describe('values of an input side by side', () => {
  const formatted = (values: number[]) => values.map(inputFormatter(values, 'percentage_points'))

  it('shows typed values exactly, with the same decimals', () => {
    expect(formatted([5.5, 6.125])).toEqual(['5.500%', '6.125%'])
  })

  it('rounds a value that goal seek found', () => {
    expect(formatted([5.5, 6.25, 5.911_987_654])).toEqual(['5.50%', '6.25%', '5.91%'])
  })
})

describe('differences of values side by side', () => {
  it('shows amounts on the scale of the values', () => {
    const format = deltaFormatter([3_610_000, 3_330_000], 'currency')
    expect([-283_918, 120_000].map(format)).toEqual(['\u2212$0.28M', '+$0.12M'])
  })

  it('shows an amount that is too small for the scale in full', () => {
    expect(deltaFormatter([65_700_000], 'currency')(-1250)).toBe('\u2212$1,250')
  })

  it('shows rates in basis points', () => {
    expect(deltaFormatter([15.7, 7.1], 'percentage_points')(-8.64)).toBe('\u2212864 bp')
  })
})
