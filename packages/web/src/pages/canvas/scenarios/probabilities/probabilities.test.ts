import type { EventOf, SimulatedOutput, SimulatedScenario, simulateScenarios } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { basisOf, isOutdated } from './outdated.ts'
import { outputRows } from './probability-rows.ts'
import { readSimulation } from './read-simulation.ts'

type SimulationEvent = EventOf<typeof simulateScenarios>

const output = (metric_key: string, [p10, p50, p90]: readonly [number, number, number]): SimulatedOutput =>
  ({ metric_key, label: metric_key, unit: 'percentage_points', value: p50, p10, p50, p90 }) as SimulatedOutput
const simulated = (scenario_id: string, more: Partial<SimulatedScenario> = {}): SimulatedScenario => ({
  scenario_id,
  version: 1,
  uncertainty_source: 'default',
  uncertainty_version: 0,
  error: null,
  samples: 1000,
  requested_samples: 1000,
  inputs: 3,
  probabilities: [],
  outputs: [],
  ...more,
})

describe('reading a simulation', () => {
  const start: SimulationEvent = { event: 'start', data: { model_version: 1, currency: 'USD', seed: 1 } }
  const scenarios = ['base', 'a'].map((id): SimulationEvent => ({ event: 'scenario', data: simulated(id) }))
  async function* stream(events: readonly SimulationEvent[]) {
    yield* events
  }

  it('reports each scenario as it arrives, and the duration at the end', async () => {
    const counts: number[] = []
    const done: SimulationEvent = { event: 'done', data: { duration_ms: 1500 } }
    const found = await readSimulation(stream([start, ...scenarios, done]), (soFar) =>
      counts.push(soFar.scenarios.length),
    )
    expect(counts).toEqual([0, 1, 2])
    expect([found.scenarios.map(({ scenario_id: id }) => id), found.durationMs]).toEqual([['base', 'a'], 1500])
  })

  it('fails if the stream is cut off', async () => {
    await expect(readSimulation(stream([start, ...scenarios]), () => undefined)).rejects.toThrow('ended early')
  })
})

describe('an outdated simulation', () => {
  const limit = { id: 't', side: 'at_least' as const, value: 14 }
  const basis = basisOf([15, null], [limit])
  const current = {
    basis,
    scenarios: [
      { id: 'base', version: 1 },
      { id: 'a', version: 1 },
    ],
    settingsOf: () => undefined,
  }
  const simulation = { basis, scenarios: [simulated('base'), simulated('a')] }

  it('is not one as long as numbers, limits, scenarios and settings are the same', () => {
    expect(isOutdated(simulation, current)).toBe(false)
    expect(isOutdated(simulation, { ...current, basis: { ...basis, numbers: undefined } })).toBe(false)
    expect(isOutdated(simulation, { ...current, settingsOf: () => ({ source: 'default', version: 0 }) })).toBe(false)
  })

  it('is one after a number of the workbook, a limit or an input of a scenario changed', () => {
    expect(isOutdated(simulation, { ...current, basis: basisOf([16, null], [limit]) })).toBe(true)
    expect(isOutdated(simulation, { ...current, basis: basisOf([15, null], [{ ...limit, value: 13 }]) })).toBe(true)
    expect(isOutdated(simulation, { ...current, scenarios: [{ id: 'a', version: 2 }] })).toBe(true)
  })

  it('is not one because a simulated scenario was deleted', () => {
    expect(isOutdated(simulation, { ...current, scenarios: [{ id: 'base', version: 1 }] })).toBe(false)
  })

  it('is one after a scenario got settings of its own, or the deal others', () => {
    const own = { ...current, settingsOf: () => ({ source: 'scenario' as const, version: 1 }) }
    expect(isOutdated(simulation, own)).toBe(true)
    const ofDeal = { uncertainty_source: 'deal' as const, uncertainty_version: 3 }
    const withDeal = { basis, scenarios: [simulated('a', ofDeal)] }
    const settings = (version: number) => (id: string) =>
      id === 'base' ? { source: 'scenario' as const, version } : { source: 'deal' as const, version: 0 }
    expect(isOutdated(withDeal, { ...current, settingsOf: settings(3) })).toBe(false)
    expect(isOutdated(withDeal, { ...current, settingsOf: settings(4) })).toBe(true)
  })
})

describe('rows of simulated outputs', () => {
  it('have key returns first, then metrics with a limit, then the others', () => {
    const columns = [
      { outputs: [output('noi', [1, 2, 3]), output('ltv', [1, 2, 3]), output('levered_irr_pct', [1, 2, 3])] },
    ]
    expect(outputRows(columns, new Set(['ltv'])).map(({ key }) => key)).toEqual(['levered_irr_pct', 'ltv', 'noi'])
  })

  it('share one scale over all columns, and are empty where a scenario has no result', () => {
    const columns = [{ outputs: [output('irr', [8, 12, 15])] }, undefined, { outputs: [output('irr', [4, 9, 13])] }]
    const [row] = outputRows(columns, new Set())
    expect([row?.from, row?.to, row?.outputs.map((one) => one?.p50)]).toEqual([4, 15, [12, undefined, 9]])
  })
})
