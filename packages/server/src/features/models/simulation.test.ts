import type { SimulationShare } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { propertySheets, workbookOf } from '../../testing/workbooks.ts'
import { createOpenModels } from './open-models.ts'
import { createSimulations, type Simulation } from './simulation.ts'
import { maxSimulationCost } from './simulation-cost.ts'

const state = { sha256: 'a'.repeat(64), sources: [], overrides: [] }
const model = createOpenModels({ maxModels: 1, maxCells: 4_000_000 }).get(state, workbookOf(propertySheets()))
if (model === undefined) throw new Error('The workbook of the test cannot be opened')
const simulation: Simulation = {
  uncertain: [{ metricKey: 'exit_cap_rate_pct', value: 6 }, { metricKey: 'rent_growth_pct' }],
  correlations: [],
  samples: 4_000,
  seed: 1,
  computed: 'few',
}

/** Runs all slices of all parts and summarizes them. */
const runAll = (maxCost: number, asked: Simulation = simulation, parts = 1) => {
  const simulations = createSimulations({ maxCost })
  const shares: SimulationShare[] = []
  let slices = 0
  for (let part = 0; part < parts; part++) {
    let from: number | undefined
    let isPlanned = false
    while (!isPlanned || from !== undefined) {
      const slice = simulations.slice(model, 'state', asked, { part, parts, from })
      if (slice === undefined) throw new Error('The simulation is not possible')
      isPlanned = slice.share !== undefined
      if (slice.share !== undefined) shares.push(slice.share)
      from = slice.next
      slices++
    }
  }
  const one = (place: number) =>
    shares.map(({ outputs, faults, ...share }) => ({
      ...share,
      outputs: outputs.slice(place, place + 1),
      faults: faults.slice(place, place + 1),
    }))
  const outputs = shares[0]?.outputs.map((_, place) =>
    simulations.output(model, 'state', asked, { place, shares: one(place) }),
  )
  return { slices, firstRuns: shares[0]?.to, result: { ...simulations.inputs(model, 'state', asked), outputs } }
}

describe('simulation in slices', () => {
  it('returns the same result in one part and in three', () => {
    expect(runAll(maxSimulationCost, simulation, 3).result).toEqual(runAll(maxSimulationCost).result)
  })

  it('runs as many trials as requested if they are affordable', () => {
    expect(runAll(maxSimulationCost).result.samples).toBe(4_000)
  })

  it('runs a fixed lower number of trials for an expensive model, with the result of a request for that number', () => {
    const { result } = runAll(3_000_000)
    expect(result.samples).toBeLessThan(4_000)
    expect(result.samples).toBeGreaterThanOrEqual(100)
    expect(runAll(3_000_000).result).toEqual(result)
    expect(runAll(maxSimulationCost, { ...simulation, samples: result.samples }).result).toEqual(result)
  })

  it('runs at least 100 trials, however expensive the model is', () => {
    expect(runAll(1).result.samples).toBe(100)
  })

  it('limits the trials for many uncertain metrics, because sampling cannot be split', () => {
    const many = { ...simulation, samples: 100_000, uncertain: [...simulation.uncertain] }
    for (const metricKey of ['interest_rate_pct', 'purchase_price', 'unit_count']) many.uncertain.push({ metricKey })
    const simulations = createSimulations({ maxCost: maxSimulationCost })
    expect(simulations.inputs(model, 'state', many).samples).toBe(40_000)
  })

  it('splits a simulation into slices and limits the cost of the first one', () => {
    const long = { ...simulation, samples: 20_000 }
    const { slices, firstRuns } = runAll(maxSimulationCost, long)
    // Sampling, each input before and after the change, and several slices of trials.
    expect(slices).toBeGreaterThan(5)
    expect(firstRuns).toBeLessThanOrEqual(1_000)
  })
})
