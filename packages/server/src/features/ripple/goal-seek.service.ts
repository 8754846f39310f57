import type { GoalSeek, GoalSeekResult } from '@deal-canvas/engine'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import type { MetricRow, Metrics } from '../metrics/metrics.service.ts'
import { isComputed } from '../metrics/provenance.ts'
import { asOfNow, ModelRefusal } from '../models/model-refusal.ts'
import { domainOf, type ModelComputing, type Models } from '../models/models.service.ts'

interface Deps {
  models: Pick<Models, 'present'>
  computing: Pick<ModelComputing, 'goalSeek' | 'goalSeekByCatalogue'>
  metrics: Pick<Metrics, 'all'>
}

/** At once, of a person and of an organization; what is beyond it waits. */
const limits = { places: Number.POSITIVE_INFINITY, maxPerTenant: 2, maxPerPerson: 1, maxWaitingPerPerson: 8 }
const maxWaitMs = 30_000

export type Goals = ReturnType<typeof createGoals>

/** Which value of an input gives a metric its target. Nothing of the deal is changed. */
export const createGoals = ({ models, computing, metrics }: Deps) => {
  const queue = createFairQueue(limits)

  return async (dealId: string, goal: GoalSeek, signal?: AbortSignal): Promise<GoalSeekResult> => {
    const [model, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    const { tier, state } = model
    assertPossible(goal, rows, (row) => isComputed(row, tier))
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      const isInCell = ({ metricKey, source }: MetricRow) =>
        source !== null && (metricKey === goal.metricKey || metricKey === goal.input)
      const hasGraph = tier === 'full' && state !== undefined && rows.filter(isInCell).length === 2
      const found = await (hasGraph
        ? computing.goalSeek(state, goal, signal)
        : computing.goalSeekByCatalogue(dealId, { values: valuesOf(rows), goal, domain: domainOf(model) }, signal)
      ).catch((error: unknown) => {
        if (error instanceof ModelRefusal && error.refused.code === 'invalid_value')
          refuseField('to', 'Range goes beyond the numbers that can be computed', goal.to ?? null)
        return asOfNow(error)
      })
      if (found === undefined)
        return refuseField('metric_key', 'The cell of this metric is not a number', goal.metricKey)
      if ('needsRange' in found) return refuseField('from', 'Give the range to search: from and to', goal.from ?? null)
      return found
    } finally {
      leave()
    }
  }
}

const refuseField = (field: string, reason: string, input: unknown): never => {
  throw new InvalidInput({ at: ['body', field], reason, input })
}

const assertPossible = (
  { metricKey, target, input, from, to }: GoalSeek,
  rows: readonly MetricRow[],
  computes: (row: MetricRow) => boolean,
): void => {
  const objections: Objection[] = []
  const object = (field: string, reason: string, given: unknown) =>
    void objections.push({ at: ['body', field], reason, input: given })
  const known = new Map(rows.filter(({ value }) => value !== null).map((row) => [row.metricKey, row]))
  const [metric, row] = [known.get(metricKey), known.get(input)]
  if (metric === undefined) object('metric_key', 'This deal has no such metric with a value', metricKey)
  if (metric?.unit === 'date') object('metric_key', 'A date cannot be a target', metricKey)
  if (row === undefined) object('input', 'This deal has no such metric with a value', input)
  else if (input === metricKey) object('input', 'Choose another metric than the target', input)
  else if (row.unit === 'date') object('input', 'A date cannot be varied', input)
  else if (computes(row)) object('input', 'This metric is computed by the model. Choose an input.', input)
  if (!Number.isFinite(target)) object('target', 'Target must be a finite number', null)
  if (from !== undefined && to !== undefined) {
    if (from >= to) object('to', 'Range must end above its start', to)
    else if (!Number.isFinite(to - from)) object('to', 'Range is too wide', to)
  }
  if (objections.length > 0) throw new InvalidInput(...objections)
}

const valuesOf = (rows: readonly MetricRow[]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(({ metricKey, value }) => (value === null ? [] : [[metricKey, value] as const])))
