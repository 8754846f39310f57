import type { VotedState } from '@deal-canvas/contract'

/** What a vote is about: what the deal showed when it was cast. */
export interface State {
  memoVersion: number
  modelVersion: number
  scenarioId: string
  scenarioVersion: number
}

export const isSameState = (a: State, b: State): boolean =>
  a.memoVersion === b.memoVersion &&
  a.modelVersion === b.modelVersion &&
  a.scenarioId === b.scenarioId &&
  a.scenarioVersion === b.scenarioVersion

export const presentState = (state: State): VotedState => ({
  memo_version: state.memoVersion,
  model_version: state.modelVersion,
  scenario_id: state.scenarioId,
  scenario_version: state.scenarioVersion,
})

export const readState = (given: VotedState): State => ({
  memoVersion: given.memo_version,
  modelVersion: given.model_version,
  scenarioId: given.scenario_id,
  scenarioVersion: given.scenario_version,
})

/** The present state of a deal as columns. `dealId` is an SQL expression such as `$1`, never a value. */
export const stateColumns = (dealId: string): string => `
  coalesce((SELECT max(version) FROM memo_versions WHERE deal_id = ${dealId}), 0) AS "memoVersion",
  coalesce((SELECT version FROM deal_models WHERE deal_id = ${dealId}), 0) AS "modelVersion",
  coalesce(presented.id::text, 'base') AS "scenarioId", coalesce(presented.version, 0) AS "scenarioVersion"`

/** The scenario that the memo presents; no row for Base. */
export const presentedScenario = (dealId: string): string =>
  `SELECT s.id, s.version, s.name FROM deal_models m JOIN scenarios s
    ON s.id = m.presented_scenario AND s.deal_id = m.deal_id WHERE m.deal_id = ${dealId}`

/** The present state of a deal as a subquery. `dealId` is an SQL expression such as `$1` or `d.id`, never a value. */
export const stateOf = (dealId: string): string => `
  SELECT ${stateColumns(dealId)} FROM (SELECT) AS one LEFT JOIN LATERAL (${presentedScenario(dealId)}) presented ON true`
