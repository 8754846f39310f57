import type { GoalSeek, GoalSeekResult } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import type { MetricRow } from '../metrics/index.ts'
import { isComputed, unknownMetric } from '../metrics/index.ts'
import { asOfNow, domainOf, type ModelComputing, ModelRefusal } from '../models/index.ts'
import type { ModelInScenario } from '../scenarios/index.ts'
import { maxWaitMs } from './preview.service.ts'
import { refuseField, valuesOf } from './read-metrics.ts'

interface Deps {
  computing: Pick<ModelComputing, 'goalSeek' | 'goalSeekByCatalogue'>
  modelInScenario: ModelInScenario
}

/** Concurrent goal seeks per user and per organization; further ones wait. */
const limits = { places: Number.POSITIVE_INFINITY, maxPerTenant: 2, maxPerPerson: 1, maxWaitingPerPerson: 8 }

export type Goals = ReturnType<typeof createGoals>

/** Finds the value of an input that gives a metric its target. Changes nothing. */
export const createGoals = ({ computing, modelInScenario }: Deps) => {
  const queue = createFairQueue(limits)

  return async (
    actor: Actor,
    dealId: string,
    goal: GoalSeek,
    scenarioId: string | undefined,
    signal?: AbortSignal,
  ): Promise<GoalSeekResult> => {
    const { model, rows } = await modelInScenario(actor, dealId, scenarioId, signal)
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
          refuseField('to', messages.rangeNotComputable(), goal.to ?? null)
        return asOfNow(error)
      })
      if (found === undefined) return refuseField('metric_key', messages.cellNotANumber(), goal.metricKey)
      if ('needsRange' in found) return refuseField('from', messages.rangeRequired(), goal.from ?? null)
      return found
    } finally {
      leave()
    }
  }
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
  if (metric === undefined) objections.push(unknownMetric(['body', 'metric_key'], metricKey, known.keys()))
  if (metric?.unit === 'date') object('metric_key', messages.dateAsTarget(), metricKey)
  if (row === undefined) objections.push(unknownMetric(['body', 'input'], input, known.keys()))
  else if (input === metricKey) object('input', messages.inputIsTarget(), input)
  else if (row.unit === 'date') object('input', messages.dateAsInput(), input)
  else if (computes(row)) object('input', messages.inputIsComputed(), input)
  if (!Number.isFinite(target)) object('target', messages.targetNotFinite(), null)
  if (from !== undefined && to !== undefined) {
    if (from >= to) object('to', messages.rangeReversed(), to)
    else if (!Number.isFinite(to - from)) object('to', messages.rangeTooWide(), to)
  }
  if (objections.length > 0) throw new InvalidInput(...objections)
}
