import { resetUncertainty, saveUncertainty, showUncertainty, simulateScenarios } from '@deal-canvas/contract'
import { handle, handlePrepared, handleStream, type Route } from '../../http/handler.ts'
import { maxWaitMs, type SimulateScenarios } from './simulate-scenarios.service.ts'
import type { UncertaintySettings } from './uncertainty.service.ts'

interface Services {
  settings: UncertaintySettings
  simulate: SimulateScenarios
}

export const uncertaintyRoutes = ({ settings, simulate }: Services): Route[] => [
  handle(showUncertainty, ({ actor, params: { deal_id, scenario_id }, query, signal }) =>
    settings.show(actor, deal_id, scenario_id, query.version, signal),
  ),

  handlePrepared(
    saveUncertainty,
    ({ actor, params: { deal_id, scenario_id }, body: { inputs, correlations = [] }, signal }) =>
      settings.planSave(actor, deal_id, scenario_id, { inputs, correlations }, signal),
    ({ actor, params: { deal_id, scenario_id }, ifMatch }, planned) =>
      settings.save(actor, deal_id, scenario_id, planned, ifMatch),
  ),

  handle(resetUncertainty, async ({ actor, params: { deal_id, scenario_id }, ifMatch }) => {
    await settings.reset(actor, deal_id, scenario_id, ifMatch)
    return undefined
  }),

  handleStream(
    simulateScenarios,
    ({ actor, params, body: { scenario_ids: scenarioIds, samples, seed }, signal }) =>
      simulate(actor, params.deal_id, { scenarioIds, samples, seed }, signal),
    { maxSilenceMs: maxWaitMs + 5_000 },
  ),
]
