import { type BodyOf, goalSeek, rippleApply, ripplePreview, rippleRevert, twoWayTable } from '@deal-canvas/contract'
import type { GoalSeekPoint } from '@deal-canvas/engine'
import { handle, handlePrepared, handleStream, type Route } from '../../http/handler.ts'
import { presentDifference } from '../models/index.ts'
import type { Goals } from './goal-seek.service.ts'
import { maxWaitMs, type Previews } from './preview.service.ts'
import type { RequestedChange } from './read-preview-request.ts'
import type { Ripples, WhatIfResult } from './ripple.service.ts'
import type { Tables } from './tables.service.ts'

interface Services {
  previews: Previews
  ripples: Ripples
  goals: Goals
  tables: Tables
}

export const rippleRoutes = ({ previews, ripples, goals, tables }: Services): Route[] => [
  handleStream(
    ripplePreview,
    ({ actor, params, body, signal }) => {
      const { probabilistic = false, simulation = {} } = body
      return previews(actor, params.deal_id, { changes: requestedChanges(body), probabilistic, simulation }, signal)
    },
    { maxSilenceMs: maxWaitMs + 5_000 },
  ),

  handlePrepared(
    rippleApply,
    async ({ params, body: { preview_token, reason, confirm = false }, signal }) => {
      const application = { token: preview_token, reason, confirm }
      await ripples.assertApplicable(params.deal_id, application, signal)
      return application
    },
    async ({ actor, params }, application) => {
      const result = await ripples.apply(actor, params.deal_id, application)
      const { proposalId } = result
      return {
        applied: proposalId === undefined,
        ...(proposalId === undefined ? {} : { proposal_id: proposalId }),
        ...presentRippled(result),
      }
    },
  ),

  handlePrepared(
    rippleRevert,
    ({ params, body, signal }) => ripples.planRevert(params.deal_id, body.metric_key, signal),
    async ({ actor, params }, planned) => {
      const reverted = await ripples.revert(actor, params.deal_id, planned)
      return { reverted: true, metric_key: reverted.metricKey, ...presentRippled(reverted) }
    },
  ),

  handle(goalSeek, async ({ actor, params, body, signal }) => {
    const { metric_key, target, input, from, to, scenario_id } = body
    const goal = { metricKey: metric_key, target, input, from, to }
    const found = await goals(actor, params.deal_id, goal, scenario_id, signal)
    return {
      metric_key,
      input,
      target,
      from: found.from,
      to: found.to,
      solutions: found.solutions.map(presentPoint),
      nearest: found.nearest === undefined ? null : presentPoint(found.nearest),
      reason: found.reason ?? null,
    }
  }),

  handleStream(
    twoWayTable,
    ({ actor, params, body: { metric_key, rows, columns, target, scenario_id }, signal }) => {
      const asked = {
        metricKey: metric_key,
        rows: { metricKey: rows.metric_key, values: rows.values },
        columns: { metricKey: columns.metric_key, values: columns.values },
        target,
        scenarioId: scenario_id,
      }
      return tables(actor, params.deal_id, asked, signal)
    },
    { maxSilenceMs: maxWaitMs + 5_000 },
  ),
]

/** The metric named by itself comes first. */
const requestedChanges = ({ metric_key, new_value, changes = [] }: BodyOf<typeof ripplePreview>): RequestedChange[] => [
  ...(metric_key === undefined || new_value === undefined
    ? []
    : [{ metricKey: metric_key, newValue: new_value, path: [] }]),
  ...changes.map((change, n) => ({
    metricKey: change.metric_key,
    newValue: change.new_value,
    path: ['changes', n],
  })),
]

const presentPoint = ({ inputValue, metricValue }: GoalSeekPoint) => ({
  input_value: inputValue,
  metric_value: metricValue,
})

const presentRippled = ({ version, changes, staleSections }: WhatIfResult) => ({
  model_version: version,
  changes: changes.map(presentDifference),
  stale_sections: staleSections,
})
