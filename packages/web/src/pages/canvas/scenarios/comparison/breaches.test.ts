import type { Threshold } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { breachesOf } from './breaches.ts'

const threshold = (id: string, side: Threshold['side'], value: number) =>
  ({ id, metric_key: 'dscr', unit: 'multiple_x', side, value }) as Threshold

const result = (threshold_id: string, is_breached: boolean | null) => ({
  threshold_id,
  value: 1.1,
  headroom: null,
  is_breached,
})

it('names the limits of a metric that a scenario breaches', () => {
  const thresholds = [threshold('a', 'at_least', 1.25), threshold('b', 'at_most', 1), threshold('c', 'at_least', 1)]
  const results = [result('a', true), result('b', true), result('c', false)]
  expect(breachesOf('dscr', results, thresholds)).toEqual(['Below 1.25x', 'Above 1.00x'])
  expect(breachesOf('noi', results, thresholds)).toEqual([])
  expect(breachesOf('dscr', [result('a', null)], thresholds)).toEqual([])
})
