import {
  defaultTrials,
  type EndingEvent,
  type EventOf,
  type SimulatedScenario,
  type simulateScenarios,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { uncertaintyMessages as messages } from '../../messages/uncertainty.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import { type ModelComputing, ModelRefusal, type Models, seedOf } from '../models/index.ts'
import type { ModelInScenario } from '../scenarios/index.ts'
import { breachSides, type Thresholds } from '../thresholds/index.ts'
import { presentOutputs, presentProbabilities } from './present-simulated.ts'
import type { AppliedSettings, UncertaintyOfScenarios } from './uncertainty-of-scenarios.ts'

interface Deps {
  applied: UncertaintyOfScenarios
  computing: Pick<ModelComputing, 'simulate'>
  modelInScenario: ModelInScenario
  models: Pick<Models, 'present'>
  thresholds: Pick<Thresholds, 'all'>
  /** Whether an admitted user still has access to the deal. */
  isLetIn(actor: Actor, dealId: string): Promise<boolean>
  /** Monotonic clock for durations. */
  ticks(): number
}

export interface AskedSimulation {
  scenarioIds: readonly string[]
  samples: number | undefined
  seed: number | undefined
}

type SimulationEvent = EventOf<typeof simulateScenarios> | EndingEvent

/** Concurrent simulations of scenarios per user and per organization; further ones wait. */
const limits = { places: Number.POSITIVE_INFINITY, maxPerTenant: 4, maxPerPerson: 2, maxWaitingPerPerson: 8 }
export const maxWaitMs = 30_000

export type SimulateScenarios = ReturnType<typeof createSimulateScenarios>

/** Simulates scenarios with their uncertainty settings, one after another. Changes nothing. */
export const createSimulateScenarios = (deps: Deps) => {
  const { applied, computing, modelInScenario, models, thresholds, isLetIn, ticks } = deps
  const queue = createFairQueue(limits)

  const simulateOne = async (
    actor: Actor,
    dealId: string,
    id: string,
    { settings, samples, seed }: { settings: AppliedSettings; samples: number; seed: number },
    signal: AbortSignal,
  ): Promise<SimulatedScenario> => {
    const { model, rows, scenarioVersion = 1 } = await modelInScenario(actor, dealId, id, signal)
    const described = {
      scenario_id: id,
      version: scenarioVersion,
      uncertainty_source: settings.source,
      uncertainty_version: settings.row?.version ?? 0,
      requested_samples: samples,
    }
    const without = (error: string): SimulatedScenario => ({
      ...described,
      error,
      samples: 0,
      inputs: 0,
      probabilities: [],
      outputs: [],
    })
    const { state } = model
    if (state === undefined) return refuse('no_model')
    if (model.tier !== 'full') return without(messages.notRecalculated())
    const { inputs, correlations } = await applied.inModel(state, settings.row, signal)
    const varying = inputs.filter(({ varies, low, high, problem }) => varies && low < high && problem === undefined)
    if (varying.length === 0) return without(messages.nothingVaries())
    const keys = new Set(varying.map(({ metricKey }) => metricKey))
    const limitsOfDeal = await thresholds.all(dealId)
    const result = await computing.simulate(
      state,
      {
        uncertain: varying.map(({ metricKey, uncertainty }) => ({ metricKey, uncertainty })),
        correlations: correlations.filter(({ one, other }) => keys.has(one) && keys.has(other)),
        thresholds: limitsOfDeal.map(({ id: name, metricKey, side, value }) => ({
          name,
          metricKey,
          side: breachSides[side],
          value,
        })),
        samples,
        seed,
      },
      signal,
    )
    if (result === undefined) return without(messages.notRecalculated())
    return {
      ...described,
      error: null,
      samples: result.samples,
      inputs: varying.length,
      probabilities: presentProbabilities(limitsOfDeal, result.outputs, { rows, varying: keys }),
      outputs: presentOutputs(result.outputs, rows),
    }
  }

  const compute = async function* (
    actor: Actor,
    dealId: string,
    { scenarioIds, samples = defaultTrials, seed: given }: AskedSimulation,
    signal: AbortSignal,
  ): AsyncGenerator<SimulationEvent> {
    const startedAt = ticks()
    const { state, version, currency } = await models.present(dealId)
    if (state === undefined) refuse('no_model')
    // The same for all scenarios, so that they differ by their inputs and not by luck.
    const seed = given ?? seedOf([dealId, version, 'scenarios'])
    const settings = await applied.appliedTo(dealId, scenarioIds)
    // The first scenario is simulated before the answer begins: a scenario that does not exist is an ordinary 404.
    for (const [n, id] of scenarioIds.entries()) {
      const own = settings[n] ?? refuse('internal')
      const found = await simulateOne(actor, dealId, id, { settings: own, samples, seed }, signal)
      // The user may have lost the role during a long simulation.
      if (!(await isLetIn(actor, dealId))) refuse('deal_not_found')
      if (n === 0) yield { event: 'start', data: { model_version: version, currency, seed } }
      yield { event: 'scenario', data: found }
    }
    yield { event: 'done', data: { duration_ms: Math.round(ticks() - startedAt) } }
  }

  return async function* (
    actor: Actor,
    dealId: string,
    asked: AskedSimulation,
    signal: AbortSignal,
  ): AsyncGenerator<SimulationEvent> {
    assertDistinct(asked.scenarioIds)
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      yield* compute(actor, dealId, asked, signal)
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error
      yield { event: 'error', data: { code: error.refused.code, detail: error.message } }
    } finally {
      leave()
    }
  }
}

const assertDistinct = (ids: readonly string[]): void => {
  const again = ids.findIndex((id, n) => ids.indexOf(id) < n)
  if (again >= 0)
    throw new InvalidInput({ at: ['body', 'scenario_ids', again], reason: messages.scenarioTwice(), input: ids[again] })
}
