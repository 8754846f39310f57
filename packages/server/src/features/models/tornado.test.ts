import { readFileSync } from 'node:fs'
import type { SimulationShare } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { propertySheets, workbookOf } from '../../testing/workbooks.ts'
import { createOpenModels, type OpenModel } from './open-models.ts'
import { createSimulations, type Simulation } from './simulation.ts'
import { maxSimulationCost } from './simulation-cost.ts'

const demo = (name: string): Uint8Array => readFileSync(new URL(`../../../demo/${name}.xlsx`, import.meta.url))

const open = (bytes: Uint8Array): OpenModel => {
  const state = { sha256: 'a'.repeat(64), sources: [], overrides: [] }
  const model = createOpenModels({ maxModels: 1, maxCells: 4_000_000 }).get(state, bytes)
  if (model === undefined) throw new Error('The workbook cannot be opened')
  return model
}

/** The inputs of a model: numbers typed into cells, except dates. */
const inputsOf = ({ matches, workbook, calculator: { model } }: OpenModel): string[] => {
  const formulas = new Set(model.formulas.map(({ id }) => id))
  return matches.flatMap(({ metricKey, unit, sheet, row, column }) => {
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    return unit === 'date' || formulas.has(model.grid.idOf(at, row, column)) ? [] : [metricKey]
  })
}

/** All outputs of a simulation with these inputs, the first of them changed. */
const simulated = (model: OpenModel, keys: readonly string[]) => {
  const [first, ...others] = keys
  const value = model.matches.find(({ metricKey }) => metricKey === first)?.value
  if (first === undefined || typeof value !== 'number') throw new Error('There is nothing to simulate')
  const simulation: Simulation = {
    uncertain: [{ metricKey: first, value }, ...others.map((metricKey) => ({ metricKey, spread: 0.1 }))],
    correlations: [],
    samples: 100,
    seed: 1,
    computed: 'all',
  }
  const simulations = createSimulations({ maxCost: maxSimulationCost })
  const shares: SimulationShare[] = []
  let from: number | undefined
  for (;;) {
    const slice = simulations.slice(model, 'state', simulation, { part: 0, parts: 1, from })
    if (slice === undefined) throw new Error('The simulation is not possible')
    if (slice.share !== undefined) shares.push(slice.share)
    from = slice.next
    if (slice.share !== undefined && from === undefined) break
  }
  return (shares[0]?.outputs ?? []).map((_, place) => {
    const own = shares.map((share) => ({
      ...share,
      outputs: share.outputs.slice(place, place + 1),
      faults: share.faults.slice(place, place + 1),
    }))
    return simulations.output(model, 'state', simulation, { place, shares: own })
  })
}

const batches = (keys: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(keys.length / size) }, (_, n) => keys.slice(n * size, (n + 1) * size))

describe('tornado bars', () => {
  it.each([
    ['riverside', () => demo('riverside')],
    ['helios', () => demo('helios')],
    ['a generated property', () => workbookOf(propertySheets())],
  ])('matches every tornado bar with the deterministic what-if in the model of %s', (_, bytes) => {
    const model = open(bytes())
    const effects = new Map<string, ReturnType<OpenModel['ripple']>['impacts']>()
    const effectsOf = (key: string, value: number) => {
      const at = `${key} ${value}`
      const known = effects.get(at) ?? model.ripple([{ metricKey: key, value }]).impacts
      effects.set(at, known)
      return known
    }
    let bars = 0
    for (const keys of batches(inputsOf(model), 10))
      for (const { key: output, before, tornado } of simulated(model, keys))
        for (const { key, inputP10, inputP90, atP10, atP90 } of tornado) {
          for (const [value, found] of [
            [inputP10, atP10],
            [inputP90, atP90],
          ] as const) {
            const impact = effectsOf(key, value).find(({ metricKey }) => metricKey === output)
            const expected = impact === undefined ? before : impact.after
            expect([output, key, value, found]).toEqual([output, key, value, expected])
          }
          bars += 1
        }
    expect(bars).toBeGreaterThan(50)
  })

  it('simulates nothing in a workbook without formulas', () => {
    const model = open(demo('harbor'))
    const simulation = { uncertain: [{ metricKey: 'exit_cap_rate_pct' }], correlations: [], samples: 100, seed: 1 }
    const simulations = createSimulations({ maxCost: maxSimulationCost })
    const slice = simulations.slice(
      model,
      'state',
      { ...simulation, computed: 'all' },
      { part: 0, parts: 1, from: undefined },
    )
    expect(slice).toBeUndefined()
  })
})
