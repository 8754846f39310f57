import type { Metric, SimulatedMetric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { expiryInWords } from './expiry-in-words.ts'
import { limitOf } from './limits.ts'
import { matchMetrics } from './match-metrics.ts'
import { readPreview } from './read-preview.ts'
import { usuallyVarying } from './varying-inputs.ts'
import { whyNotSimulated } from './why-not-simulated.ts'

const simulated = (probability_of: Record<string, number>, before: number | null = 1.28): SimulatedMetric => ({
  p5: 1,
  p50: 1.1,
  p95: 1.2,
  mean: 1.1,
  stdev: 0.1,
  histogram: { from: 1, to: 2, counts: [1] },
  standard_errors: { mean: 0, p5: 0, p50: 0, p95: 0 },
  converged: true,
  before,
  after: 1.1,
  probability_of,
  change: null,
  worst: null,
})

const metric = (more: Partial<Metric>): Metric => ({
  metric_key: 'exit_cap_rate_pct',
  label: 'Exit Cap Rate',
  unit: 'percentage_points',
  value: 5.5,
  kind: 'input',
  formula: null,
  source: { file: 'a.xlsx', sheet: 'Inputs', cell: 'C14' },
  confidence: 1,
  computed_share: 1,
  better: 'lower',
  plausible: null,
  version: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

describe('the limit of a chart', () => {
  it('is the fixed line that is broken most', () => {
    expect(limitOf(simulated({ below_1: 0.2, 'below_1.2': 0.58, worse_than_base: 0.9 }), 'higher')).toEqual({
      value: 1.2,
      side: 'below',
      probability: 0.58,
      kind: 'line',
    })
  })
  it('is the one that was asked for, also where no draw breaks it', () => {
    expect(limitOf(simulated({ below_1: 0.2, 'below_0.8': 0, worse_than_base: 0.9 }), 'higher', 0.8)).toEqual({
      value: 0.8,
      side: 'below',
      probability: 0,
      kind: 'line',
    })
  })
  it('is what the metric is now where no line is broken', () => {
    expect(limitOf(simulated({ below_1: 0, worse_than_base: 0.9 }), 'higher')).toMatchObject({
      value: 1.28,
      side: 'below',
      kind: 'now',
    })
    expect(limitOf(simulated({ worse_than_base: 0.9 }), 'lower')).toMatchObject({ side: 'above' })
  })
  it('is none where nobody says what is worse', () => {
    expect(limitOf(simulated({ below_base: 0.4 }), null)).toBeUndefined()
  })
})

describe('a simulation', () => {
  it('is not offered below the full tier, and says why', () => {
    expect(whyNotSimulated('full', metric({}))).toBeUndefined()
    expect(whyNotSimulated('legacy', metric({}))).toContain('by hand')
    expect(whyNotSimulated('values_only', metric({}))).toContain('full model')
    expect(whyNotSimulated('full', metric({ source: null }))).toContain('no cell')
    expect(whyNotSimulated('full', metric({ unit: 'date' }))).toContain('date')
  })
  it('lets the rates vary of which it is known which way is better, at most five and never the one asked about', () => {
    const rates = Array.from({ length: 8 }, (_, n) => metric({ metric_key: `rate_${n}` }))
    const others = [
      metric({ metric_key: 'price', unit: 'currency' }),
      metric({ metric_key: 'derived', kind: 'derived' }),
      metric({ metric_key: 'neutral', better: null }),
      metric({ metric_key: 'zero', value: 0 }),
    ]
    expect(usuallyVarying([...others, ...rates], 'rate_0')).toEqual(['rate_1', 'rate_2', 'rate_3', 'rate_4', 'rate_5'])
  })
})

describe('finding a metric', () => {
  const metrics = [
    metric({ metric_key: 'noi', label: 'Net Operating Income' }),
    metric({ metric_key: 'exit_noi', label: 'Exit NOI', source: { file: 'a', sheet: 'Exit', cell: 'B3' } }),
    metric({}),
  ]
  const found = (typed: string) => matchMetrics(metrics, typed).map(({ label }) => label)
  it('needs every word, in any order and case', () => {
    expect(found('rate EXIT')).toEqual(['Exit Cap Rate'])
    expect(found('')).toHaveLength(3)
    expect(found('nothing')).toEqual([])
  })
  it('knows keys and cells, and puts names that begin with it first', () => {
    expect(found('exit!b3')).toEqual(['Exit NOI'])
    expect(found('noi')).toEqual(['Net Operating Income', 'Exit NOI'])
    expect(found('exit')).toEqual(['Exit NOI', 'Exit Cap Rate'])
  })
})

describe('a preview', () => {
  async function* events(...all: { event: string; data: unknown }[]) {
    yield* all
  }
  const end = { event: 'ripple_preview', data: { preview_token: 't', metric: {}, impacts: [], stats: {} } }
  it('is told stage by stage and ends with its result', async () => {
    const stages: string[] = []
    const { preview, view } = await readPreview(
      events(
        { event: 'progress', data: { stage: 'load', percent: 0 } },
        { event: 'progress', data: { stage: 'unheard of' } },
        end,
      ),
      (stage) => stages.push(stage),
    )
    expect(stages).toEqual(['load'])
    expect(preview.preview_token).toBe('t')
    expect(view).toBeUndefined()
  })
  it('that ends without a result is a fault', async () => {
    await expect(readPreview(events({ event: 'progress', data: { stage: 'done' } }), () => undefined)).rejects.toThrow(
      'without a result',
    )
  })
  it('tells how long it holds', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(expiryInWords('2026-01-01T00:14:59Z', now)).toBe('14 min')
    expect(expiryInWords('2026-01-01T00:00:30Z', now)).toBe('less than a minute')
    expect(expiryInWords('2026-01-01T00:00:00Z', now)).toBeUndefined()
  })
})
