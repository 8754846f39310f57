import { describe, expect, it } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { actFor } from '../../platform/fairness/party.ts'
import { actorOf } from '../../testing/org-people.ts'
import { ModelRefusal } from '../models/model-refusal.ts'
import { createPreviews, type PreviewEvent } from './preview.service.ts'

const metric = {
  metricKey: 'noi',
  label: 'NOI',
  value: 1,
  unit: 'currency',
  kind: 'input',
  source: { sheet: 'Model', cell: 'A1' },
}
const move = { metricKey: 'noi', before: 1, after: 2, delta: 1, deltaPct: 100 }
const ripple = {
  method: 'workbook',
  changed: [move],
  impacts: [],
  warnings: [],
  integrity: { before: 90, after: 90, appeared: [], resolved: [] },
  formulasRecalculated: 1,
}

const previewWith = async (simulate: () => Promise<never>, leaving = new AbortController()) => {
  const reported: unknown[] = []
  const previews = createPreviews({
    store: { begin: async () => true, end: async () => undefined, drop: async () => undefined } as never,
    models: { present: async () => ({ tier: 'full', version: 1, state: { overrides: [] } }) as never },
    computing: { ripple: async () => ripple as never, byCatalogue: simulate, strongestInputs: simulate },
    metrics: { all: async () => [metric] as never },
    sections: { all: async () => [] as never },
    isLetIn: async () => true,
    quality: { of: simulate, knownScore: async () => 90 },
    simulate,
    now: () => new Date(0),
    ticks: () => 0,
    onError: (error) => void reported.push(error),
  })
  const events: PreviewEvent[] = []
  await actFor({ tenant: 'org', person: 'a' }, async () => {
    const request = { changes: [{ metricKey: 'noi', newValue: 2, path: [] }], probabilistic: true, simulation: {} }
    for await (const event of previews(actorOf({ userId: 'a' }), 'deal', request, leaving.signal)) events.push(event)
  })
  return { events, reported }
}

describe('preview with a failed simulation', () => {
  it.each([
    ['is busy', new DomainError('workers_busy', { detail: 'Try later' }), 'workers_busy', 'Try later'],
    [
      'is too large',
      new ModelRefusal({ code: 'model_too_large', message: 'Too large' }),
      'model_too_large',
      'Too large',
    ],
  ])(
    'ends with the deterministic result and the reason when the model %s [PREVIEW-9]',
    async (_, error, code, detail) => {
      const { events, reported } = await previewWith(async () => Promise.reject(error))
      expect(events.map(({ event }) => event)).not.toContain('probabilistic_view')
      const first = events.find(({ event }) => event === 'deterministic_view')?.data
      expect(first).toMatchObject({ metric: { key: 'noi', after: 2 } })
      expect(events.at(-1)).toEqual({
        event: 'ripple_preview',
        data: { ...first, preview_token: expect.any(String), simulation_error: { code, detail } },
      })
      expect(reported).toEqual([])
    },
  )

  it('reports a defect to the operator and tells the client only that the simulation failed', async () => {
    const defect = new Error('secret detail')
    const { events, reported } = await previewWith(async () => Promise.reject(defect))
    expect(reported).toEqual([defect])
    const last = events.at(-1)
    expect(last).toMatchObject({ event: 'ripple_preview', data: { simulation_error: { code: 'internal' } } })
    expect(JSON.stringify(last)).not.toContain('secret detail')
  })

  it('ends without a result when the client disconnects during the simulation', async () => {
    const leaving = new AbortController()
    const left = new Error('left')
    const run = previewWith(async () => {
      leaving.abort()
      throw left
    }, leaving)
    await expect(run).rejects.toBe(left)
  })
})
