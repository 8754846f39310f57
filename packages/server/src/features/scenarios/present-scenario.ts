import { baseScenarioId, type Scenario, type ScenarioConflict } from '@deal-canvas/contract'
import type { WorkbookCases } from '@deal-canvas/engine'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import type { MetricRow } from '../metrics/index.ts'
import type { InputConflict } from './merge-proposal.ts'
import type { ScenarioRow } from './scenarios.store.ts'

/** What the presentation of scenarios needs to know about their deal. */
export interface ScenarioFacts {
  presentedId: string | undefined
  names: ReadonlyMap<string, string>
  rows: ReadonlyMap<string, MetricRow>
  /** The metrics whose overrides are applied to the numbers of the memo. */
  applied: ReadonlySet<string>
}

const readOnly = {
  note: null,
  color: 'gray',
  based_on: null,
  overrides: [],
  proposal: null,
  author: null,
  version: 1,
  created_at: null,
  updated_at: null,
} as const

export const presentBase = (isPresented: boolean): Scenario => ({
  id: baseScenarioId,
  kind: 'base',
  name: messages.base(),
  is_presented: isPresented,
  ...readOnly,
  overrides: [],
})

const casePrefix = 'case-'

/** The cases of the workbook, except the one it was saved with: that is Base. */
export const presentCases = (found: WorkbookCases | undefined): Scenario[] =>
  (found?.cases ?? [])
    .filter(({ value }) => value !== found?.live)
    .map(({ value, name }) => ({
      id: `${casePrefix}${value}`,
      kind: 'workbook',
      name,
      is_presented: false,
      ...readOnly,
      overrides: [],
    }))

/** The number of a case of the workbook; undefined for other scenarios. */
export const caseNumberOf = (id: string): number | undefined => {
  const value = id.startsWith(casePrefix) ? Number(id.slice(casePrefix.length)) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

export const presentScenario = (row: ScenarioRow, facts: ScenarioFacts): Scenario => {
  const person = (userId: string | null) => {
    const name = userId === null ? undefined : facts.names.get(userId)
    return userId === null || name === undefined ? null : { user_id: userId, display_name: name }
  }
  const isPresented = row.id === facts.presentedId
  const isDetached = (metricKey: string): boolean =>
    isPresented ? !facts.applied.has(metricKey) : (facts.rows.get(metricKey)?.source ?? null) === null
  return {
    id: row.id,
    kind: row.visibility,
    name: row.name,
    note: row.note,
    color: row.color,
    based_on: row.basedOn,
    is_presented: isPresented,
    overrides: row.overrides.map(({ metricKey, value, reason, setBy, setAt }) => ({
      metric_key: metricKey,
      label: facts.rows.get(metricKey)?.label ?? metricKey,
      unit: facts.rows.get(metricKey)?.unit ?? 'ratio',
      value,
      reason,
      is_detached: isDetached(metricKey),
      set_by: person(setBy),
      set_at: setAt,
    })),
    proposal:
      row.proposedAt === null
        ? null
        : {
            proposed_by: person(row.proposedBy),
            proposed_at: row.proposedAt.toISOString(),
            reason: row.proposalReason,
          },
    author: person(row.createdBy),
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

export const presentConflict = (
  { metricKey, base, current, proposed }: InputConflict,
  rows: ReadonlyMap<string, MetricRow>,
): ScenarioConflict => ({
  metric_key: metricKey,
  label: rows.get(metricKey)?.label ?? metricKey,
  base: base ?? null,
  current: current ?? null,
  proposed: proposed ?? null,
})
