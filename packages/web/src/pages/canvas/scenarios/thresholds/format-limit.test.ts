import { expect, it } from 'vitest'
import { formatLimit, formatThreshold, limitAsTyped } from './format-limit.ts'

it('formats a limit exactly, with its side', () => {
  expect(formatThreshold({ value: 1.25, unit: 'multiple_x', side: 'at_least' })).toBe('≥ 1.25x')
  expect(formatThreshold({ value: 65, unit: 'percentage_points', side: 'at_most' })).toBe('≤ 65.0%')
  expect(formatLimit({ value: 12.375, unit: 'percentage_points' })).toBe('12.375%')
})

it('starts a field with a limit and its unit, if they can be read again', () => {
  expect(limitAsTyped({ value: 13, unit: 'percentage_points' })).toBe('13.0%')
  expect(limitAsTyped({ value: 20_000_000, unit: 'currency' })).toBe('$20.00M')
  expect(limitAsTyped({ value: 20_123_456, unit: 'currency' })).toBe('20,123,456')
})
