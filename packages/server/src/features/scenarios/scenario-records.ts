import { atLeast, baseScenarioId, type DealRole, dealRoles, maxScenarios, type Scenario } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Difference, Models } from '../models/index.ts'
import { caseNumberOf, presentScenario, type ScenarioFacts } from './present-scenario.ts'
import { type PresentedScenario, recordedInputs } from './presented-scenario.ts'
import type { ScenarioRow, ScenariosStore } from './scenarios.store.ts'

interface Deps {
  store: ScenariosStore
  presented: Pick<PresentedScenario, 'activeOverrides'>
  models: Pick<Models, 'present'>
  metrics: Pick<Metrics, 'all'>
}

/** A changed scenario, and what changed in the memo. */
export interface ScenarioResult {
  scenario: Scenario
  version: number
  changes: Difference[]
  staleSections: string[]
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isEditor = ({ role }: Pick<ChangingDeal, 'role'>): boolean =>
  role !== undefined && atLeast(dealRoles, role, 'editor')
export const isOwner = ({ role }: ChangingDeal): boolean => role === 'owner'

/** Whether everybody on the deal can see a scenario. */
export const isPublic = ({ visibility, proposedAt }: ScenarioRow): boolean =>
  visibility === 'shared' || proposedAt !== null

/** The author changes a private scenario, editors change shared ones. */
export const assertCanEdit = (
  role: DealRole | undefined,
  { userId }: Actor,
  { visibility, createdBy }: ScenarioRow,
): void => {
  if (visibility === 'private' && createdBy !== userId) refuse('not_author')
  if (visibility === 'shared' && !isEditor({ role })) refuse('role_too_low')
}

export type ScenarioRecords = ReturnType<typeof createScenarioRecords>

/** Finds, adds and shows the scenarios of a deal that a person can see. */
export const createScenarioRecords = ({ store, presented, models, metrics }: Deps) => {
  // An id that is no uuid belongs to no scenario; the database would reject it.
  const findIfAny = async (dealId: string, id: string, { userId }: Actor): Promise<ScenarioRow | undefined> =>
    isUuid.test(id) ? store.find(dealId, id, userId) : undefined

  const factsOf = async (dealId: string, rows: readonly ScenarioRow[]): Promise<ScenarioFacts> => {
    const [row, all, applied, names] = await Promise.all([
      store.presented(dealId),
      metrics.all(dealId),
      presented.activeOverrides(dealId),
      store.namesOf(
        rows.flatMap(({ createdBy, proposedBy, overrides }) => [
          createdBy,
          ...(proposedBy === null ? [] : [proposedBy]),
          ...overrides.map(({ setBy }) => setBy),
        ]),
      ),
    ])
    return {
      presentedId: row?.id,
      names,
      rows: new Map(all.map((metric) => [metric.metricKey, metric])),
      applied: new Set(applied.map(({ metricKey }) => metricKey)),
    }
  }

  const show = async (row: ScenarioRow): Promise<Scenario> => presentScenario(row, await factsOf(row.dealId, [row]))

  return {
    factsOf,
    findIfAny,
    show,

    /** A scenario that can be changed. */
    find: async (dealId: string, id: string, actor: Actor): Promise<ScenarioRow> => {
      if (id === baseScenarioId || caseNumberOf(id) !== undefined) refuse('scenario_read_only')
      return (await findIfAny(dealId, id, actor)) ?? refuse('scenario_not_found')
    },

    isPresented: async ({ dealId, id }: ScenarioRow): Promise<boolean> => (await store.presented(dealId))?.id === id,

    add: async (deal: ChangingDeal, row: ScenarioRow): Promise<void> => {
      if ((await store.count(deal.row.id)) >= maxScenarios) refuse('too_many_scenarios')
      await store.add(row)
      if (row.visibility === 'shared')
        deal.record('scenario.created', { scenario_id: row.id, inputs: recordedInputs(row.overrides) })
    },

    resultOf: async (
      row: ScenarioRow,
      written?: Awaited<ReturnType<PresentedScenario['write']>>,
    ): Promise<ScenarioResult> => ({
      scenario: await show(row),
      version: written?.version ?? (await models.present(row.dealId)).version,
      changes: written?.differences ?? [],
      staleSections: written?.staleSections ?? [],
    }),

    /** Everybody on the deal is notified of other numbers in the memo. */
    notifyOfNumbers: async (deal: ChangingDeal, snippet: string): Promise<void> =>
      deal.notify({ type: 'ripple_applied', to: await store.memberIds(deal.row.id), snippet }),
  }
}
