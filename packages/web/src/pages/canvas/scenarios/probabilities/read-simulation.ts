import type { EventOf, SimulatedScenario, simulateScenarios } from '@deal-canvas/contract'

/** What the stream has delivered. */
export interface SimulatedSoFar {
  readonly scenarios: readonly SimulatedScenario[]
  /** Undefined: more scenarios are to come. */
  readonly durationMs: number | undefined
}

/** Reads the stream of a simulation to its end. A stream that ends without `done` was cut off. */
export const readSimulation = async (
  events: AsyncIterable<EventOf<typeof simulateScenarios>>,
  onProgress: (found: SimulatedSoFar) => void,
): Promise<SimulatedSoFar> => {
  let scenarios: readonly SimulatedScenario[] = []
  for await (const { event, data } of events) {
    if (event === 'done') return { scenarios, durationMs: data.duration_ms }
    if (event === 'scenario') scenarios = [...scenarios, data]
    onProgress({ scenarios, durationMs: undefined })
  }
  throw new Error('The simulation ended early')
}
