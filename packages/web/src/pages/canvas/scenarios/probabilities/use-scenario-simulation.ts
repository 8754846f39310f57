import { simulateScenarios } from '@deal-canvas/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { retryWhileBusy } from '../../../../session/is-busy.ts'
import { useServices } from '../../../../session/services.ts'
import type { SimulationBasis } from './outdated.ts'
import { readSimulation, type SimulatedSoFar } from './read-simulation.ts'

/** A simulation of scenarios, as far as it has arrived. */
export interface ScenarioSimulation extends SimulatedSoFar {
  readonly scenarioIds: readonly string[]
  readonly basis: SimulationBasis
}

/** The last simulation of the deal. It runs only when asked to, because it keeps the service's processors busy. */
export const useScenarioSimulation = () => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const queryKey = ['scenario-simulation', dealId]
  const query = useQuery<ScenarioSimulation>({ queryKey, queryFn: skipToken, gcTime: 300_000 })
  const simulate = (scenarioIds: readonly string[], basis: SimulationBasis): void =>
    void queries.prefetchQuery({
      queryKey,
      queryFn: async ({ signal }): Promise<ScenarioSimulation> => {
        const events = session.client.stream(simulateScenarios, {
          params: { deal_id: dealId },
          body: { scenario_ids: [...scenarioIds] },
          signal,
        })
        const found = await readSimulation(events, (soFar) =>
          queries.setQueryData(queryKey, { ...soFar, scenarioIds, basis }),
        )
        return { ...found, scenarioIds, basis }
      },
      gcTime: 300_000,
      // Asked again, it runs again.
      staleTime: 0,
      retry: retryWhileBusy,
    })
  return { simulation: query.data, error: query.error, isRunning: query.isFetching, simulate }
}
