import { expect, it } from 'vitest'
import { formatLimit, formatThreshold } from './format-limit.ts'

it('formats a limit exactly, with its side', () => {
  expect(formatThreshold({ value: 1.25, unit: 'multiple_x', side: 'at_least' })).toBe('≥ 1.25x')
  expect(formatThreshold({ value: 65, unit: 'percentage_points', side: 'at_most' })).toBe('≤ 65.0%')
  expect(formatLimit({ value: 12.375, unit: 'percentage_points' })).toBe('12.375%')
})
