import { dealRole } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { MetricDifference, modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { scenarioId } from './scenario-id.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import {
  maxComparedScenarios,
  maxGivenMetricKeyLength,
  maxMetrics,
  maxRationaleLength,
  maxScenarioIdLength,
  maxScenarioNameLength,
  maxScenarioNoteLength,
  maxScenarioOverrides,
  maxScenarios,
  maxThresholds,
} from './sizes.ts'
import { ThresholdResult } from './thresholds.ts'

const tag = 'Scenarios'

/**
 * `base` is the workbook itself, `workbook` a case that the workbook's own selector chooses; both are read-only. A
 * private scenario is visible to its author only, until it is proposed.
 */
export const scenarioKinds = ['base', 'shared', 'private', 'workbook'] as const
export type ScenarioKind = (typeof scenarioKinds)[number]
export const scenarioColors = ['blue', 'green', 'orange', 'purple', 'red', 'gray'] as const
export type ScenarioColor = (typeof scenarioColors)[number]

const person = (description: string) =>
  model(
    {
      user_id: uuid({ description: 'The person.' }),
      display_name: text({ description: 'The name that others see.', examples: ['Priya Nair'] }),
    },
    { title: 'ScenarioPerson', description },
  )

export const ScenarioOverride = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Exit Cap Rate'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    value: number({ description: 'The value in the scenario.', examples: [6] }),
    reason: nullable(text({ description: 'Why; null: no reason was given.', examples: ['Two recent sales'] })),
    is_detached: boolean({
      description: 'True: it is not applied, because the workbook did not have this metric when it was last replaced.',
    }),
    set_by: nullable(described(person('Who set it.'), 'Who set it; null: unknown.')),
    set_at: instant({ description: 'When it was set.' }),
  },
  { title: 'ScenarioOverride' },
)
export type ScenarioOverride = Static<typeof ScenarioOverride>

export const ScenarioProposal = model(
  {
    proposed_by: nullable(described(person('Who proposed it.'), 'Who proposed it; null: unknown.')),
    proposed_at: instant({ description: 'When it was proposed.' }),
    reason: nullable(text({ description: 'Why; null: no reason was given.' })),
  },
  { title: 'ScenarioProposal' },
)

export const Scenario = model(
  {
    id: scenarioId,
    kind: oneOf(scenarioKinds, { description: 'Base, a shared or a private scenario, or a case of the workbook.' }),
    name: text({ description: 'The name.', examples: ['Downside'] }),
    note: nullable(text({ description: 'What it assumes; null: no note.', examples: ['Recession in year 2'] })),
    color: oneOf(scenarioColors, { description: 'Its color on the page.' }),
    based_on: nullable(
      described(scenarioId, 'The scenario whose overrides it started with; null: none, or that one was deleted.'),
    ),
    is_presented: boolean({ description: 'Whether the memo shows the numbers of this scenario.' }),
    overrides: list(ScenarioOverride, { description: 'Its inputs, by key.', max: maxScenarioOverrides }),
    proposal: nullable(
      described(ScenarioProposal, 'Set while it is proposed as what the memo presents; null: it is not proposed.'),
    ),
    author: nullable(described(person('Who created it.'), 'Who created it; null for Base and cases of the workbook.')),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
    created_at: nullable(instant({ description: 'When it was created; null for Base and cases of the workbook.' })),
    updated_at: nullable(
      instant({ description: 'When it was last changed; null for Base and cases of the workbook.' }),
    ),
  },
  { title: 'Scenario' },
)
export type Scenario = Static<typeof Scenario>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, scenario_id: scenarioId })

const name = text({
  min: 1,
  max: maxScenarioNameLength,
  description: 'Unique among the scenarios that the caller can see.',
  examples: ['Downside'],
})
const note = nullable(
  text({ min: 1, max: maxScenarioNoteLength, description: 'What it assumes.', examples: ['Recession in year 2'] }),
)
const color = oneOf(scenarioColors, { description: 'Its color on the page; chosen in turn unless given.' })
const visibility = oneOf(['shared', 'private'], {
  description: 'Who can see it. Commenters keep private scenarios only; editors share them unless they say otherwise.',
})
const overrides = list(
  model(
    {
      metric_key: text({
        description: 'The key of an input.',
        min: 1,
        max: maxGivenMetricKeyLength,
        examples: ['exit_cap_rate_pct'],
      }),
      value: number({ description: 'In the unit of the metric.', minimum: -1e15, maximum: 1e15, examples: [6] }),
      reason: optional(
        text({ min: 1, max: maxRationaleLength, description: 'Shown with the number.', examples: ['Broker quote'] }),
      ),
    },
    { title: 'ScenarioOverrideRequest' },
  ),
  { max: maxScenarioOverrides, description: 'All its inputs, each once.' },
)

const rippled = {
  model_version: modelVersion,
  changes: list(MetricDifference, { description: 'Every metric of the memo that has another value now.' }),
  stale_sections: list(text({ examples: ['executive_summary'] }), {
    description: 'Keys of the sections that cite a changed number.',
  }),
}

const ScenarioResult = model(
  { scenario: described(Scenario, 'The scenario as it is now.'), ...rippled },
  {
    title: 'ScenarioResponse',
    description: 'The scenario, and what changed in the memo if it is the presented one.',
  },
)

export const scenarios = operation({
  id: 'scenarios',
  method: 'GET',
  path: '/api/canvas/{deal_id}/scenarios',
  tag,
  summary: 'List the scenarios of a deal',
  description:
    'Lists Base, the cases of the workbook, and the scenarios that the caller can see, in the order of creation. A deal without a workbook has Base only.',
  access: dealRole('viewer'),
  params,
  answer: model(
    {
      scenarios: list(Scenario, { description: 'The scenarios.' }),
      presented_id: described(scenarioId, 'The scenario that the memo presents.'),
      model_version: modelVersion,
      needs_approval: boolean({
        description:
          'Whether the organization requires approval: then an editor who applies a what-if proposes it instead.',
      }),
    },
    { title: 'ScenariosResponse' },
  ),
})

export const showScenario = operation({
  id: 'showScenario',
  method: 'GET',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}',
  tag,
  summary: 'Show one scenario',
  description: 'Shows a scenario. One that the caller cannot see is 404.',
  access: dealRole('viewer'),
  params: one,
  answer: Scenario,
  errors: ['scenario_not_found'],
})

export const createScenario = operation({
  id: 'createScenario',
  method: 'POST',
  path: '/api/canvas/{deal_id}/scenarios',
  tag,
  summary: 'Create a scenario',
  description: `Creates a scenario with the overrides of another one, if \`based_on\` names it, and those given. At most ${maxScenarios} scenarios a deal. A number that the model computes is 409 \`metric_is_computed\`, a deal without a workbook 409 \`no_model\`.`,
  access: dealRole('commenter'),
  params,
  body: model(
    {
      name,
      note: optional(note),
      color: optional(color),
      visibility: optional(visibility),
      based_on: optional(nullable(described(scenarioId, 'The scenario whose overrides it starts with.'))),
      overrides: optional(overrides),
    },
    { title: 'CreateScenarioRequest' },
  ),
  answer: Scenario,
  status: 201,
  errors: [
    'scenario_not_found',
    'scenario_name_taken',
    'too_many_scenarios',
    'metric_is_computed',
    'no_model',
    'deal_finalized',
  ],
})

export const editScenario = operation({
  id: 'editScenario',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}',
  tag,
  summary: 'Change a scenario',
  description:
    'Changes name, note, color, visibility or inputs of a scenario; `overrides` replaces all of them. The author changes a private scenario, editors change shared ones; the presented one changes the numbers of the memo, which is an owner’s choice where the organization requires approval. A stale If-Match is 409.',
  access: dealRole('commenter'),
  params: one,
  body: model(
    {
      name: optional(name),
      note: optional(note),
      color: optional(color),
      visibility: optional(
        oneOf(['shared'], { description: 'Shares a private scenario, for editors. It cannot be taken back.' }),
      ),
      overrides: optional(overrides),
    },
    { title: 'EditScenarioRequest' },
  ),
  answer: ScenarioResult,
  ifMatch: 'required',
  errors: [
    'scenario_not_found',
    'scenario_read_only',
    'scenario_name_taken',
    'metric_is_computed',
    'model_changed',
    'model_too_costly',
    'workers_busy',
    'deal_finalized',
  ],
})

export const deleteScenario = operation({
  id: 'deleteScenario',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}',
  tag,
  summary: 'Delete a scenario',
  description:
    'Deletes a scenario: the author their own, an owner any. The presented one is 409 `scenario_presented`. A stale If-Match is 409.',
  access: dealRole('commenter'),
  params: one,
  ifMatch: 'required',
  errors: ['scenario_not_found', 'scenario_read_only', 'scenario_presented', 'deal_finalized'],
})

export const presentScenario = operation({
  id: 'presentScenario',
  method: 'POST',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/present',
  tag,
  summary: 'Present a scenario in the memo',
  description:
    'Makes the numbers of a shared scenario those of the memo. `base` removes all overrides: every number is then exactly that of the workbook. Everybody on the deal is notified. A stale If-Match is 409.',
  access: dealRole('owner'),
  params: one,
  answer: ScenarioResult,
  ifMatch: true,
  errors: [
    'scenario_not_found',
    'scenario_private',
    'scenario_read_only',
    'model_changed',
    'model_too_costly',
    'workers_busy',
    'deal_finalized',
  ],
})

export const proposeScenario = operation({
  id: 'proposeScenario',
  method: 'POST',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/propose',
  tag,
  summary: 'Propose a scenario',
  description:
    'Proposes the inputs of a scenario as those that the memo presents. Everybody on the deal can then see it, and its owners are notified. Proposing it again replaces the proposal, made against what is presented now.',
  access: dealRole('commenter'),
  params: one,
  body: model(
    {
      reason: optional(
        text({ min: 1, max: maxRationaleLength, description: 'Why.', examples: ['The lender asked for it'] }),
      ),
    },
    { title: 'ProposeScenarioRequest' },
  ),
  bodyOptional: true,
  answer: Scenario,
  errors: ['scenario_not_found', 'scenario_read_only', 'scenario_presented', 'deal_finalized'],
})

export const withdrawProposal = operation({
  id: 'withdrawProposal',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/propose',
  tag,
  summary: 'Withdraw or decline a proposal',
  description: 'Ends a proposal: its author withdraws it, an owner declines it. The scenario stays.',
  access: dealRole('commenter'),
  params: one,
  answer: Scenario,
  errors: ['scenario_not_found', 'scenario_not_proposed', 'deal_finalized'],
})

export const ScenarioConflict = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Exit Cap Rate'] }),
    base: nullable(number({ description: 'The override when it was proposed; null: there was none.' })),
    current: nullable(number({ description: 'The override now; null: there is none.' })),
    proposed: nullable(number({ description: 'The proposed override; null: none.' })),
  },
  { title: 'ScenarioConflict' },
)
export type ScenarioConflict = Static<typeof ScenarioConflict>

export const adoptScenario = operation({
  id: 'adoptScenario',
  method: 'POST',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/adopt',
  tag,
  summary: 'Adopt a proposal',
  description:
    'Merges a proposed scenario into the presented one, input by input. An input that was changed since the proposal is 409 `scenario_conflict`, with `conflicts` that state base, current and proposed value; nothing is changed then. If Base is presented, a scenario "Current case" is created and presented. A stale If-Match is 409.',
  access: dealRole('owner'),
  params: one,
  answer: ScenarioResult,
  ifMatch: true,
  errors: [
    'scenario_not_found',
    'scenario_not_proposed',
    'scenario_conflict',
    'too_many_scenarios',
    'model_changed',
    'model_too_costly',
    'workers_busy',
    'deal_finalized',
  ],
})

const ComparedScenario = model(
  {
    id: scenarioId,
    version: integer({ description: 'The version that was computed.', examples: [1] }),
    error: nullable(
      text({ description: 'Why its numbers could not be computed; null: they were.', examples: ['The model ...'] }),
    ),
    thresholds: list(ThresholdResult, {
      description: 'How its numbers compare with the hurdles and covenants of the deal.',
      max: maxThresholds,
    }),
  },
  { title: 'ComparedScenario' },
)

export const ComparedMetric = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Levered IRR'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    is_computed: boolean({ description: 'Whether the model computes it; false: an input.' }),
    is_unconfirmed: boolean({ description: 'Whether nobody has confirmed the cell, and the reading is not sure.' }),
    values: list(nullable(number()), {
      description: 'Its value in each scenario, in the order of `scenarios`; null: no number there.',
      examples: [[15.7, 8.8, 10.5]],
      max: maxComparedScenarios,
    }),
  },
  { title: 'ComparedMetric' },
)
export type ComparedMetric = Static<typeof ComparedMetric>

export const compareScenarios = operation({
  id: 'compareScenarios',
  method: 'GET',
  path: '/api/canvas/{deal_id}/scenarios/compare',
  tag,
  summary: 'Compare scenarios',
  description: `Computes every metric of the deal in up to ${maxComparedScenarios} scenarios. Nothing is changed.`,
  access: dealRole('viewer'),
  params,
  query: model({
    ids: text({
      min: 1,
      max: maxComparedScenarios * (maxScenarioIdLength + 1),
      description: 'The ids of the scenarios, separated by commas.',
      examples: ['base,5f0c6a3e-3f5b-4b57-9d0e-0d3a5a3c9f10'],
    }),
  }),
  answer: model(
    {
      model_version: modelVersion,
      currency: oneOf(currencyCodes, { description: 'ISO 4217.', examples: ['USD'] }),
      scenarios: list(ComparedScenario, { description: 'In the order asked for.', max: maxComparedScenarios }),
      metrics: list(ComparedMetric, {
        description: 'Every metric that has a number in one of them, in the order of the catalogue.',
        max: maxMetrics,
      }),
    },
    { title: 'CompareScenariosResponse' },
  ),
  errors: ['scenario_not_found', 'no_model', 'model_too_costly', 'workers_busy'],
})
