import type { Metric } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { rankInputs } from './rank-inputs.ts'

const metric = (key: string, given: { origin?: string; value?: number | null; unit?: string } = {}) =>
  ({
    metric_key: key,
    label: key,
    value: given.value === undefined ? 1 : given.value,
    unit: given.unit ?? 'percent',
    provenance: { origin: given.origin ?? 'input' },
  }) as unknown as Metric

const strong = (key: string, elasticity: number) => ({ metric_key: key, label: key, elasticity })
const keys = (metrics: readonly Metric[]) => metrics.map(({ metric_key: key }) => key)

it('offers the strongest inputs of a metric first and the others in the order of the deal', () => {
  const metrics = [metric('a'), metric('b'), metric('c', { origin: 'overridden' }), metric('d')]
  const ranked = rankInputs(metrics, [strong('c', -2), strong('b', 1)])
  expect([keys(ranked.strong), keys(ranked.others)]).toEqual([
    ['c', 'b'],
    ['a', 'd'],
  ])
})

it('never offers inputs that goal seek cannot vary: computed metrics, dates, metrics without a value', () => {
  const metrics = [
    metric('computed', { origin: 'computed' }),
    metric('date', { unit: 'date' }),
    metric('empty', { value: null }),
    metric('input'),
  ]
  const ranked = rankInputs(
    metrics,
    metrics.map(({ metric_key: key }) => strong(key, 1)),
  )
  expect([keys(ranked.strong), keys(ranked.others)]).toEqual([['input'], []])
})
