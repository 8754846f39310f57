import type { Metric, Scenario } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useDealId, useMetrics } from '../../../deal-data/canvas-query.ts'
import { comparisonQuery, type Scenarios } from '../../../deal-data/scenarios-query.ts'
import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { metricsIn } from './metrics-in.ts'
import { type ScenarioCard, useRememberedScenario } from './remembered-scenario.ts'
import { startingScenario } from './starting-scenario.ts'

/** The numbers that a table or a goal seek starts from. */
export interface StartingNumbers {
  readonly scenarios: readonly Scenario[]
  readonly scenario: Scenario
  /** Sent with a request; undefined: the numbers of the memo. */
  readonly scenarioId: string | undefined
  /** The metrics of the deal with their values in the scenario; undefined: they are not computed yet. */
  readonly metrics: ReadonlyMap<string, Metric> | undefined
  /** Why the scenario has no numbers. */
  readonly problem: string | undefined
  readonly choose: (id: string) => void
}

/** Starts from what the memo presents, until the user chooses another scenario. */
export const useStartingNumbers = (
  { scenarios, presented_id: presentedId }: Scenarios,
  card: ScenarioCard,
): StartingNumbers => {
  const { client } = useServices().session
  const dealId = useDealId()
  const ofTheMemo = useMetrics()
  const [chosen, setChosen] = useRememberedScenario(card)
  const scenario = startingScenario(scenarios, chosen)
  const { is_presented: isPresented } = scenario
  const query = useQuery({ ...comparisonQuery(client, dealId, [scenario]), enabled: !isPresented })
  // The values of the scenario before are not those of this one.
  const compared = query.isPlaceholderData ? undefined : query.data
  const reason = compared?.scenarios[0]?.error ?? null
  return {
    scenarios,
    scenario,
    scenarioId: isPresented ? undefined : scenario.id,
    metrics: isPresented
      ? ofTheMemo
      : compared === undefined || reason !== null
        ? undefined
        : metricsIn(ofTheMemo, compared),
    problem: isPresented
      ? undefined
      : query.isError
        ? sentenceFor(query.error)
        : reason === null
          ? undefined
          : messages.notComputed({ reason }),
    // Whoever chooses the presented scenario follows the memo.
    choose: (id) => setChosen(id === presentedId ? undefined : id),
  }
}
