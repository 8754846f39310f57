import {
  adoptScenario,
  type BodyOf,
  createScenario,
  deleteScenario,
  editScenario,
  presentScenario,
  proposeScenario,
  type Scenario,
  withdrawProposal,
} from '@deal-canvas/contract'
import { type QueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { type Scenarios, scenariosKey } from '../../../deal-data/scenarios-query.ts'
import { thresholdsKey } from '../../../deal-data/thresholds-query.ts'
import { createAttempts } from '../../../session/attempts.ts'
import { useServices } from '../../../session/services.ts'

const changeList = (
  queries: QueryClient,
  dealId: string,
  change: (scenarios: readonly Scenario[]) => Scenario[],
): void => {
  queries.setQueryData<Scenarios>([...scenariosKey(dealId), 'list'], (list) =>
    list === undefined ? undefined : { ...list, scenarios: change(list.scenarios) },
  )
}

/** Shows a changed scenario at once: the versions of the next change must be those that are shown. */
const put = (queries: QueryClient, dealId: string, scenario: Scenario): void =>
  changeList(queries, dealId, (all) =>
    all.some(({ id }) => id === scenario.id)
      ? all.map((one) => (one.id === scenario.id ? scenario : one))
      : [...all, scenario],
  )

/** Reloads what depends on scenarios. The live channel does it too; this also works while the channel is down. */
const reload = (queries: QueryClient, dealId: string, isMemoChanged = false): void => {
  if (isMemoChanged) void queries.invalidateQueries({ queryKey: dealKey(dealId) })
  else
    for (const queryKey of [scenariosKey(dealId), thresholdsKey(dealId)]) void queries.invalidateQueries({ queryKey })
}

const useCalls = () => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [attempt] = useState(createAttempts)
  const paramsOf = ({ id }: Pick<Scenario, 'id'>) => ({ deal_id: dealId, scenario_id: id })
  return { client: session.client, queries, dealId, attempt, paramsOf }
}

export type NewScenario = BodyOf<typeof createScenario>

export const useCreateScenario = (onMade: (scenario: Scenario) => void) => {
  const { client, queries, dealId, attempt } = useCalls()
  return useMutation({
    mutationFn: (body: NewScenario) =>
      attempt(body, (idempotencyKey) =>
        client.call(createScenario, { params: { deal_id: dealId }, body, idempotencyKey }),
      ),
    onSuccess: (scenario) => {
      put(queries, dealId, scenario)
      reload(queries, dealId)
      onMade(scenario)
    },
  })
}

interface Edited {
  /** As the user saw it: a stale version is refused. */
  scenario: Scenario
  body: BodyOf<typeof editScenario>
}

/** Changes a scenario. After a refusal, such as a stale version, it is loaded again. */
export const useEditScenario = (onSaved: () => void) => {
  const { client, queries, dealId, paramsOf } = useCalls()
  return useMutation({
    mutationFn: ({ scenario, body }: Edited) =>
      client.call(editScenario, { params: paramsOf(scenario), body, ifMatch: scenario.version }),
    onSuccess: ({ scenario }) => {
      put(queries, dealId, scenario)
      reload(queries, dealId, scenario.is_presented)
      onSaved()
    },
    onError: () => reload(queries, dealId),
  })
}

export const useDeleteScenario = (scenario: Scenario, onDone: () => void) => {
  const { client, queries, dealId, paramsOf } = useCalls()
  return useMutation({
    mutationFn: () => client.call(deleteScenario, { params: paramsOf(scenario), ifMatch: scenario.version }),
    onSuccess: () => {
      changeList(queries, dealId, (all) => all.filter(({ id }) => id !== scenario.id))
      reload(queries, dealId)
      onDone()
    },
    onError: () => reload(queries, dealId),
  })
}

export const usePresentScenario = (scenario: Scenario, onDone: () => void) => {
  const { client, queries, dealId, attempt, paramsOf } = useCalls()
  return useMutation({
    mutationFn: () =>
      attempt(scenario.version, (idempotencyKey) =>
        client.call(presentScenario, { params: paramsOf(scenario), idempotencyKey, ifMatch: scenario.version }),
      ),
    onSuccess: () => {
      reload(queries, dealId, true)
      onDone()
    },
    onError: () => reload(queries, dealId),
  })
}

export const useProposeScenario = (scenario: Scenario, onDone: () => void) => {
  const { client, queries, dealId, attempt, paramsOf } = useCalls()
  return useMutation({
    mutationFn: (reason: string) =>
      attempt([scenario.version, reason], (idempotencyKey) =>
        client.call(proposeScenario, {
          params: paramsOf(scenario),
          body: reason === '' ? {} : { reason },
          idempotencyKey,
        }),
      ),
    onSuccess: (proposed) => {
      put(queries, dealId, proposed)
      reload(queries, dealId)
      onDone()
    },
  })
}

/** Withdraws or declines a proposal. */
export const useEndProposal = (scenario: Scenario, onDone: () => void) => {
  const { client, queries, dealId, paramsOf } = useCalls()
  return useMutation({
    mutationFn: () => client.call(withdrawProposal, { params: paramsOf(scenario) }),
    onSuccess: (ended) => {
      put(queries, dealId, ended)
      reload(queries, dealId)
      onDone()
    },
    onError: () => reload(queries, dealId),
  })
}

export const useAdoptScenario = (scenario: Scenario, onDone: () => void) => {
  const { client, queries, dealId, attempt, paramsOf } = useCalls()
  return useMutation({
    mutationFn: () =>
      attempt(scenario.version, (idempotencyKey) =>
        client.call(adoptScenario, { params: paramsOf(scenario), idempotencyKey, ifMatch: scenario.version }),
      ),
    onSuccess: () => {
      reload(queries, dealId, true)
      onDone()
    },
    onError: () => reload(queries, dealId),
  })
}
