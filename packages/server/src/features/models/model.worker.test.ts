import { describe, expect, it } from 'vitest'
import { goalSeekByCatalogue } from './model.worker.ts'
import { stands, TaskCancelled } from './worker-tasks.ts'

const state = { sha256: '', formulas: 0, sources: [], overrides: [] }
const values = new Map([
  ['noi', 1_000_000],
  ['purchase_price', 20_000_000],
  ['going_in_cap_rate_pct', 5],
])

describe('goal seek by catalog', () => {
  it('aborts a goal seek by catalog when it is cancelled', () => {
    const stand = new Int32Array(new SharedArrayBuffer(4))
    Atomics.store(stand, 0, stands.cancelled)
    const goal = { metricKey: 'going_in_cap_rate_pct', input: 'purchase_price', target: 6 }
    expect(() => goalSeekByCatalogue({ state, stand, goal, values, domain: undefined })).toThrow(TaskCancelled)
  })

  it('returns a rejection by the catalog as an answer instead of throwing', () => {
    const stand = new Int32Array(new SharedArrayBuffer(4))
    const large = new Map([
      ['unit_count', 1],
      ['purchase_price', 1.2e308],
      ['price_per_unit', 1.2e308],
    ])
    // The sum of two such numbers overflows.
    const goal = { metricKey: 'price_per_unit', input: 'purchase_price', target: 1.333e308, from: 1e308, to: 1.7e308 }
    const answer = goalSeekByCatalogue({ state, stand, goal, values: large, domain: undefined })
    expect(answer).toMatchObject({ refused: { code: 'invalid_value', metricKey: 'purchase_price' } })
  })
})
