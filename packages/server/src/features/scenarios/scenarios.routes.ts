import {
  adoptScenario,
  compareScenarios,
  createScenario,
  deleteScenario,
  editScenario,
  scenarios as listScenarios,
  presentScenario,
  proposeScenario,
  showScenario,
  withdrawProposal,
} from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { presentDifference } from '../models/index.ts'
import type { CompareScenarios } from './compare.service.ts'
import type { Proposals } from './proposals.service.ts'
import type { GivenInput } from './read-inputs.ts'
import type { ScenarioResult } from './scenario-records.ts'
import type { Scenarios } from './scenarios.service.ts'

interface Services {
  scenarios: Scenarios
  proposals: Proposals
  compare: CompareScenarios
}

export const scenarioRoutes = ({ scenarios, proposals, compare }: Services): Route[] => [
  handle(listScenarios, async ({ actor, params, signal }) => {
    const {
      scenarios: found,
      presentedId,
      version,
      needsApproval,
    } = await scenarios.list(actor, params.deal_id, signal)
    return { scenarios: found, presented_id: presentedId, model_version: version, needs_approval: needsApproval }
  }),

  handle(compareScenarios, async ({ actor, params, query, signal }) => {
    const { version, currency, scenarios: compared, metrics } = await compare(actor, params.deal_id, query.ids, signal)
    return {
      model_version: version,
      currency,
      scenarios: compared,
      metrics: metrics.map(({ row, isComputed, isUnconfirmed, values }) => ({
        metric_key: row.metricKey,
        label: row.label,
        unit: row.unit,
        is_computed: isComputed,
        is_unconfirmed: isUnconfirmed,
        values,
      })),
    }
  }),

  handle(showScenario, ({ actor, params, signal }) =>
    scenarios.show(actor, params.deal_id, params.scenario_id, signal),
  ),

  handle(createScenario, ({ actor, params, body }) =>
    scenarios.create(actor, params.deal_id, {
      name: body.name,
      note: body.note ?? null,
      color: body.color,
      visibility: body.visibility,
      basedOn: body.based_on ?? null,
      overrides: readGiven(body.overrides ?? []),
    }),
  ),

  handlePrepared(
    editScenario,
    ({ actor, params, body, signal }) => {
      const { name, note, color, visibility, overrides } = body
      const inputs = overrides === undefined ? undefined : readGiven(overrides)
      const change = { name, note, color, visibility, overrides: inputs }
      return scenarios.planChange(actor, params.deal_id, params.scenario_id, change, signal)
    },
    async ({ actor, params, ifMatch }, planned) =>
      presentResult(await scenarios.change(actor, params.deal_id, params.scenario_id, planned, ifMatch)),
  ),

  handle(deleteScenario, async ({ actor, params, ifMatch }) => {
    await scenarios.delete(actor, params.deal_id, params.scenario_id, ifMatch)
    return undefined
  }),

  handlePrepared(
    presentScenario,
    ({ actor, params, signal }) => scenarios.planPresentation(actor, params.deal_id, params.scenario_id, signal),
    async ({ actor, params, ifMatch }, planned) =>
      presentResult(await scenarios.present(actor, params.deal_id, planned, ifMatch)),
  ),

  handle(proposeScenario, ({ actor, params, body }) =>
    proposals.propose(actor, params.deal_id, params.scenario_id, body.reason),
  ),

  handle(withdrawProposal, ({ actor, params }) => proposals.end(actor, params.deal_id, params.scenario_id)),

  handlePrepared(
    adoptScenario,
    ({ actor, params, signal }) => proposals.planAdoption(actor, params.deal_id, params.scenario_id, signal),
    async ({ actor, params, ifMatch }, planned) =>
      presentResult(await proposals.adopt(actor, params.deal_id, params.scenario_id, planned, ifMatch)),
  ),
]

const readGiven = (overrides: readonly { metric_key: string; value: number; reason?: string }[]): GivenInput[] =>
  overrides.map(({ metric_key, value, reason }) => ({ metricKey: metric_key, value, reason }))

const presentResult = ({ scenario, version, changes, staleSections }: ScenarioResult) => ({
  scenario,
  model_version: version,
  changes: changes.map(presentDifference),
  stale_sections: staleSections,
})
