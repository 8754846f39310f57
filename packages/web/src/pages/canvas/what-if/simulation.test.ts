import type { EventOf, Metric, ProbabilisticView, ripplePreview, SimulatedMetric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { droppedSentences } from './dropped-sentences.ts'
import { formatExpiry } from './format-expiry.ts'
import { invalidSentence } from './invalid-sentence.ts'
import { limitOf } from './limits.ts'
import { matchMetrics } from './match-metrics.ts'
import { rangeText } from './range-text.ts'
import { readPreview } from './read-preview.ts'
import { simulationOf } from './simulation-of.ts'
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
  provenance: { origin: 'input', confirmation: 'read', frozen: null, confirmed: null, override: null },
  custom: false,
  version: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

describe('limit of a chart', () => {
  it('picks the fixed limit that is breached most often', () => {
    expect(limitOf(simulated({ below_1: 0.2, 'below_1.2': 0.58, worse_than_base: 0.9 }), 'higher')).toEqual({
      value: 1.2,
      side: 'below',
      probability: 0.58,
      kind: 'line',
    })
  })
  it('picks the limit that the user entered, even if no trial breaches it', () => {
    expect(limitOf(simulated({ below_1: 0.2, 'below_0.8': 0, worse_than_base: 0.9 }), 'higher', 0.8)).toEqual({
      value: 0.8,
      side: 'below',
      probability: 0,
      kind: 'line',
    })
  })
  it('picks the current value as the limit if no fixed limit is breached', () => {
    expect(limitOf(simulated({ below_1: 0, worse_than_base: 0.9 }), 'higher')).toMatchObject({
      value: 1.28,
      side: 'below',
      kind: 'now',
    })
    expect(limitOf(simulated({ worse_than_base: 0.9 }), 'lower')).toMatchObject({ side: 'above' })
  })
  it('has no limit if it is unknown which direction is worse', () => {
    expect(limitOf(simulated({ below_base: 0.4 }), null)).toBeUndefined()
  })
})

describe('simulation', () => {
  it('does not offer a simulation without a full model, and explains why', () => {
    expect(whyNotSimulated('full', metric({}))).toBeUndefined()
    expect(whyNotSimulated('legacy', metric({}))).toContain('by hand')
    expect(whyNotSimulated('values_only', metric({}))).toContain('full model')
    expect(whyNotSimulated('full', metric({ source: null }))).toContain('no cell')
    expect(whyNotSimulated('full', metric({ unit: 'date' }))).toContain('date')
  })
  it('varies by default up to five rates with a known better direction, but never the metric itself', () => {
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

describe('messages about trials', () => {
  it('names the reasons why trials produced no number', () => {
    const invalid = { total: 1_500, not_a_number: 0, error: 1_400, not_converged: 100 }
    expect(invalidSentence({ ...invalid, reasons: { '#DIV/0!': 1_400, not_converged: 100 } }, 10_000)).toBe(
      '1,500 of 10,000 trials produced no number and are excluded: 1,400 × #DIV/0!, 100 × circular reference did not converge.',
    )
  })
  it('names metrics without a valid trial, but not those that no input affects', () => {
    const dropped: ProbabilisticView['dropped'] = [
      { metric_key: 'irr', reason: 'no_valid_trial', detail: 'No trial gave a number: #NUM! in 100 trials.' },
      { metric_key: 'noi', reason: 'not_affected', detail: 'None.' },
    ]
    expect(droppedSentences({ dropped }, new Map([['irr', { label: 'IRR' }]]))).toEqual([
      'IRR is excluded. No trial gave a number: #NUM! in 100 trials.',
    ])
  })
  it('shows the range of an uncertain input, and that an input without a range is fixed', () => {
    const range = { kind: 'pert' as const, parameters: {}, p5: 5, p50: 5.5, p95: 6 }
    expect(rangeText(range, 'percentage_points')).toMatch(/^P5 5.*% to P95 6.*%$/)
    expect(rangeText({ ...range, p5: 5.5, p95: 5.5 }, 'percentage_points')).toBe('fixed')
    expect(rangeText(undefined, 'percentage_points')).toBe('')
  })
})

describe('metric search', () => {
  const metrics = [
    metric({ metric_key: 'noi', label: 'Net Operating Income' }),
    metric({ metric_key: 'exit_noi', label: 'Exit NOI', source: { file: 'a', sheet: 'Exit', cell: 'B3' } }),
    metric({}),
  ]
  const found = (typed: string) => matchMetrics(metrics, typed).map(({ label }) => label)
  it('requires every typed word to match a metric, in any order and case', () => {
    expect(found('rate EXIT')).toEqual(['Exit Cap Rate'])
    expect(found('')).toHaveLength(3)
    expect(found('nothing')).toEqual([])
  })
  it('searches metric keys and cells, and sorts names that start with the text first', () => {
    expect(found('exit!b3')).toEqual(['Exit NOI'])
    expect(found('noi')).toEqual(['Net Operating Income', 'Exit NOI'])
    expect(found('exit')).toEqual(['Exit NOI', 'Exit Cap Rate'])
  })
})

describe('what-if preview', () => {
  async function* events(...all: EventOf<typeof ripplePreview>[]) {
    yield* all
  }
  const result = {
    expires_at: '2026-01-01T00:15:00.000Z',
    deal_id: 'd',
    model_version: 1,
    method: 'workbook' as const,
    hypothetical: false,
    metric: { key: 'noi', label: 'NOI', unit: 'currency' as const, before: 1, after: 2, delta: 1, delta_pct: 100 },
    impacts: [],
    sections: [],
    warnings: [],
    integrity: { before: 90, after: 90, appeared: [], resolved: [] },
    stats: { formulas_recalculated: 1, duration_ms: 1 },
  }
  const end = { event: 'ripple_preview' as const, data: { preview_token: 't', ...result } }
  it('reports each stage of a preview and ends with its result', async () => {
    const stages: string[] = []
    const { preview, view } = await readPreview(
      events({ event: 'progress', data: { stage: 'load', percent: 0 } }, end),
      { onStage: (stage) => stages.push(stage) },
    )
    expect(stages).toEqual(['load'])
    expect(preview.preview_token).toBe('t')
    expect(view).toBeUndefined()
  })
  it('throws if a preview ends without a result', async () => {
    const cut = events({ event: 'progress', data: { stage: 'done', percent: 100 } })
    await expect(readPreview(cut, { onStage: () => undefined })).rejects.toThrow('without a result')
  })
  it('reports the deterministic result before the simulation ends, and why a simulation failed', async () => {
    const told: string[] = []
    const { preview, view } = await readPreview(
      events(
        { event: 'deterministic_view', data: result },
        { event: 'progress', data: { stage: 'simulate', percent: 80 } },
        { ...end, data: { ...end.data, simulation_error: { code: 'workers_busy', detail: 'Too busy' } } },
      ),
      { onStage: (stage) => told.push(stage), onResult: () => told.push('result') },
    )
    expect(told).toEqual(['result', 'simulate'])
    expect(view).toBeUndefined()
    expect(preview.simulation_error?.detail).toBe('Too busy')
  })
  it('formats how long a preview remains valid', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(formatExpiry('2026-01-01T00:14:59Z', now)).toBe('14 min')
    expect(formatExpiry('2026-01-01T00:00:30Z', now)).toBe('less than a minute')
    expect(formatExpiry('2026-01-01T00:00:00Z', now)).toBeUndefined()
  })
})

describe('request of a simulation', () => {
  it('names either the settings of the scenario or the chosen inputs, never both', () => {
    expect(simulationOf(undefined, [])).toMatchObject({ scenario_settings: true })
    expect(simulationOf(undefined, [])).not.toHaveProperty('uncertain')
    expect(simulationOf(['rent'], [])).toMatchObject({ uncertain: [{ metric_key: 'rent' }] })
    expect(simulationOf(['rent'], [])).not.toHaveProperty('scenario_settings')
  })
})
