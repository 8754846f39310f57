import { baseScenarioId, maxSimulatedScenarios, type Scenario, type Threshold } from '@deal-canvas/contract'
import { useQueries } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import type { Comparison } from '../../../../deal-data/scenarios-query.ts'
import { uncertaintyQuery } from '../../../../deal-data/uncertainty-query.ts'
import { useServices } from '../../../../session/services.ts'
import { basisOf, isOutdated } from './outdated.ts'
import type { ProbabilityColumn } from './probability-table.tsx'
import { useScenarioSimulation } from './use-scenario-simulation.ts'

/** The compared scenarios with the results of the last simulation. */
export interface Simulation {
  readonly columns: readonly ProbabilityColumn[]
  readonly error: Error | null
  readonly isRunning: boolean
  readonly isOutdated: boolean
  readonly durationMs: number | undefined
  readonly simulate: () => void
}

interface Given {
  compared: readonly Scenario[]
  comparison: Pick<Comparison, 'metrics'> | undefined
  thresholds: readonly Threshold[]
}

export const useSimulatedColumns = ({ compared, comparison, thresholds }: Given): Simulation => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { simulation, error, isRunning, simulate } = useScenarioSimulation()
  const shown = compared.slice(0, maxSimulatedScenarios)
  const simulated = simulation?.scenarios ?? []
  // Base comes first in a comparison.
  const basis = basisOf(
    comparison?.metrics.map(({ values: [base] }) => base ?? null),
    thresholds,
  )
  // The settings are loaded once there are results that a change of them makes outdated.
  const watched = simulated.length === 0 ? [] : [...new Set([baseScenarioId, ...shown.map(({ id }) => id)])]
  const settings = useQueries({ queries: watched.map((id) => uncertaintyQuery(client, dealId, id)) })
  const settingsOf = (id: string) => settings[watched.indexOf(id)]?.data
  return {
    columns: shown.map((scenario) => ({
      scenario,
      simulated: simulated.find(({ scenario_id: id }) => id === scenario.id),
      isPending: isRunning && simulation?.scenarioIds.includes(scenario.id) !== false,
    })),
    error,
    isRunning,
    isOutdated:
      simulation !== undefined && !isRunning && isOutdated(simulation, { basis, scenarios: shown, settingsOf }),
    durationMs: simulation?.durationMs,
    simulate: () =>
      simulate(
        shown.map(({ id }) => id),
        basis,
      ),
  }
}
