import type { MetricUnit } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { formatValue } from './format-value.ts'

it.each<[number | null, MetricUnit, string]>([
  [5.25, 'percentage_points', '5.25%'],
  [52_400_000, 'currency', '$52.4M'],
  [-1_234.4, 'currency', '−$1,234'],
  [2_500_000_000, 'currency', '$2.5B'],
  [12.5, 'currency', '$12.5'],
  [2.214, 'multiple_x', '2.21x'],
  [1.25, 'ratio', '1.25'],
  [200, 'count', '200'],
  [180_000, 'square_feet', '180,000 sf'],
  [60, 'months', '60 mo'],
  [-0.001, 'percentage_points', '0%'],
  [45_976, 'date', '2025-11-15'],
  [-5, 'date', 'unknown'],
  [null, 'currency', 'unknown'],
])('the value %s in %s is told as %s', (value, unit, words) => {
  expect(formatValue(value, unit)).toBe(words)
})
