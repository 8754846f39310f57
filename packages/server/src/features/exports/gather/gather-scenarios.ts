import { baseScenarioId, maxComparedScenarios, type Scenario } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import type { Models } from '../../models/index.ts'
import type { CompareScenarios, Scenarios } from '../../scenarios/index.ts'
import type { ExportedScenario } from '../exported-numbers.ts'

interface Deps {
  scenarios: Pick<Scenarios, 'list'>
  compare: CompareScenarios
  models: Pick<Models, 'present'>
}

export type GatherScenarios = ReturnType<typeof createGatherScenarios>

/**
 * The scenarios of a deal with their inputs and outputs. A private one is left out unless it was asked for: a file is
 * passed on.
 */
export const createGatherScenarios =
  ({ scenarios, compare, models }: Deps) =>
  async (
    actor: Actor,
    dealId: string,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<ExportedScenario[]> => {
    if ((await models.present(dealId)).state === undefined) return []
    const listed = (await scenarios.list(actor, dealId, signal)).scenarios.filter(
      ({ id, kind }) => kind !== 'private' || id === wanted,
    )
    const base = listed.filter(({ id }) => id === baseScenarioId)
    const inOrder = [...base, ...listed.filter(({ id }) => id !== baseScenarioId)]
    const found: ExportedScenario[] = []
    for (let from = 0; from < inOrder.length; from += maxComparedScenarios) {
      const some = inOrder.slice(from, from + maxComparedScenarios)
      const compared = await compare(actor, dealId, some.map(({ id }) => id).join(','), signal)
      found.push(
        ...some.map((scenario, n) => ({
          ...exportedScenario(scenario),
          error: compared.scenarios[n]?.error ?? null,
          values: Object.fromEntries(compared.metrics.map(({ row, values }) => [row.metricKey, values[n] ?? null])),
        })),
      )
    }
    return found
  }

const exportedScenario = ({ id, name, note, is_presented, overrides }: Scenario) => ({
  id,
  name,
  note,
  is_presented,
  overrides: overrides.map(({ metric_key, label, unit, value, reason, is_detached, set_by, set_at }) => ({
    key: metric_key,
    label,
    unit,
    value,
    reason,
    is_detached,
    by: set_by?.display_name ?? null,
    at: set_at,
  })),
})
