import { maxComparedScenarios } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import { isComputed, isUnconfirmed, type Metrics } from '../metrics/index.ts'
import { asOfNow, type ModelComputing, type Models } from '../models/index.ts'
import { presentThresholdResult, type Thresholds } from '../thresholds/index.ts'
import type { ReadScenarioInputs } from './scenario-inputs.ts'

interface Deps {
  readInputs: ReadScenarioInputs
  models: Pick<Models, 'present'>
  computing: Pick<ModelComputing, 'scenarios'>
  metrics: Pick<Metrics, 'all'>
  thresholds: Pick<Thresholds, 'all'>
}

/** Concurrent comparisons per user and per organization; further ones wait. */
const queueLimits = { places: Number.POSITIVE_INFINITY, maxPerTenant: 4, maxPerPerson: 2, maxWaitingPerPerson: 16 }
const maxWaitMs = 30_000

export type CompareScenarios = ReturnType<typeof createCompareScenarios>

/** Computes every metric of a deal in several scenarios. Changes nothing. */
export const createCompareScenarios = (deps: Deps) => {
  const { readInputs, models, computing, metrics, thresholds } = deps
  const queue = createFairQueue(queueLimits)

  const compute = async (actor: Actor, dealId: string, ids: readonly string[], signal: AbortSignal) => {
    const [{ state, version, currency, tier }, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    if (state === undefined) return refuse('no_model')
    const asked = await readInputs(actor, dealId, ids, signal)
    const found = await computing
      .scenarios(
        state,
        asked.map(({ inputs }) => inputs),
        signal,
      )
      .catch(asOfNow)
    const byHand = new Map(rows.filter(({ source }) => source === null).map((row) => [row.metricKey, row.value]))
    const valuesOf = found.map((one) => new Map('values' in one ? [...byHand, ...one.values] : byHand))
    const limits = await thresholds.all(dealId)
    return {
      version,
      currency,
      scenarios: asked.map(({ id, version: scenarioVersion }, n) => {
        const one = found[n]
        return {
          id,
          version: scenarioVersion,
          error: one !== undefined && 'error' in one ? one.error : null,
          thresholds: limits.map((limit) => presentThresholdResult(limit, valuesOf[n]?.get(limit.metricKey) ?? null)),
        }
      }),
      metrics: rows
        .map((row) => ({
          row,
          isComputed: isComputed(row, tier),
          isUnconfirmed: isUnconfirmed(row),
          values: valuesOf.map((values) => values.get(row.metricKey) ?? null),
        }))
        .filter(({ values }) => values.some((value) => value !== null)),
    }
  }

  return async (actor: Actor, dealId: string, given: string, signal: AbortSignal) => {
    const ids = readIds(given)
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      return await compute(actor, dealId, ids, signal)
    } finally {
      leave()
    }
  }
}

const readIds = (given: string): string[] => {
  const ids = given.split(',').map((id) => id.trim())
  const object = (reason: string): never => {
    throw new InvalidInput({ at: ['query', 'ids'], reason, input: given })
  }
  if (ids.length > maxComparedScenarios) object(messages.tooManyCompared({ max: maxComparedScenarios }))
  if (new Set(ids).size < ids.length) object(messages.comparedTwice())
  return ids
}
