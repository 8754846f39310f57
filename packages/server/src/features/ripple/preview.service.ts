import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DeterministicView,
  type EndingEvent,
  type EventOf,
  formatMetric,
  type PreviewProgress,
  type ProbabilisticView,
  type RipplePreview,
  type ripplePreview,
} from '@deal-canvas/contract'
import { questionValue, type Ripple } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { DomainError, refuse } from '../../domain-error.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import type { Sections } from '../memo/index.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import { isComputed } from '../metrics/index.ts'
import {
  domainOf,
  isoDay,
  type ModelComputing,
  ModelRefusal,
  type ModelState,
  type Models,
  type PresentModel,
} from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import { presentRipple } from './present-preview.ts'
import { presentStrengths } from './present-strengths.ts'
import { valuesOf } from './read-metrics.ts'
import {
  type MetricChange,
  type MetricChanges,
  type PreviewRequest,
  readPreviewRequest,
} from './read-preview-request.ts'
import type { RippleStore } from './ripple.store.ts'
import type { SimulatePreview } from './simulate-preview.ts'

interface Deps {
  store: Pick<RippleStore, 'begin' | 'end' | 'drop'>
  models: Pick<Models, 'present'>
  computing: Pick<ModelComputing, 'ripple' | 'byCatalogue' | 'strongestInputs'>
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'all'>
  /** Whether an admitted user still has access to the deal. */
  isLetIn(actor: Actor, dealId: string): Promise<boolean>
  quality: Pick<Quality, 'of' | 'knownScore'>
  simulate: SimulatePreview
  now: Clock
  /** Monotonic clock for durations; the service's own clock can be set. */
  ticks(): number
  /** Reports a failure that is a defect of the service. */
  onError(error: unknown): void
}

export type PreviewEvent = EventOf<typeof ripplePreview> | EndingEvent

interface SimulationOutcome {
  view?: ProbabilisticView | undefined
  error?: { code: string; detail: string }
}

/** Concurrent what-ifs: per user across all nodes, per organization on each node. Further ones wait. */
const maxPerPerson = 2
const maxPerTenant = 4
const maxWaitingPerPerson = 16
/** After this long in the queue, the what-if is rejected. */
export const maxWaitMs = 30_000
/** How often to check whether the user's what-ifs on other nodes have ended. */
const lookAgainMs = 250
/** A what-if interrupted by a crash stops counting after this long. */
const maxMs = minutes(3)
const goodForMs = minutes(15)

export type Previews = ReturnType<typeof createPreviews>

/** Previews the effect of a new value, streamed step by step. Changes nothing. */
export const createPreviews = (deps: Deps) => {
  const { store, models, computing, metrics, sections, quality, simulate, now, ticks, isLetIn, onError } = deps

  const progress = (stage: PreviewProgress['stage'], percent: number): PreviewEvent => ({
    event: 'progress',
    data: { stage, percent },
  })

  const integrityOf = async (dealId: string, { integrity }: Ripple, { state }: PresentModel) => {
    const unexplained = { appeared: [], resolved: [] }
    if (integrity !== null) return integrity
    if (state === undefined) return { before: null, after: null, ...unexplained }
    // Without a graph the workbook is not recalculated, so the score stays the same.
    const { model_integrity_score: score } = await quality.of(dealId)
    return { before: score, after: score, ...unexplained }
  }

  /** A failed simulation must not lose the deterministic result. A client that disconnected needs neither. */
  const outcomeOf = async (
    simulation: Promise<ProbabilisticView | undefined>,
    signal: AbortSignal,
  ): Promise<SimulationOutcome> => {
    try {
      return { view: await simulation }
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof ModelRefusal) return { error: { code: error.refused.code, detail: error.message } }
      if (!(error instanceof DomainError)) onError(error)
      const { code, message } = error instanceof DomainError ? error : new DomainError('internal')
      return { error: { code, detail: message } }
    }
  }

  const compute = async function* (
    actor: Actor,
    dealId: string,
    asked: PreviewRequest,
    given: { model: PresentModel; changes: MetricChanges; rows: readonly MetricRow[]; id: string; token: string },
    signal: AbortSignal,
  ): AsyncGenerator<PreviewEvent> {
    const { model, changes, rows, id, token } = given
    const startedAt = ticks()
    const [{ metric }] = changes
    // Metrics without a cell are not in the graph of the workbook: then the formulas of the catalog compute all.
    const graph = changes.every((change) => graphOf(model, change.metric) !== undefined)
      ? graphOf(model, metric)
      : undefined

    yield progress('load', 0)
    yield progress('trace', 30)
    yield progress('recalculate', 40)
    const ripple =
      graph === undefined
        ? await computing.byCatalogue(
            dealId,
            {
              values: valuesOf(rows),
              changes: changes.map(({ metric: { metricKey, label }, newValue }) => ({
                metricKey,
                value: newValue,
                name: label,
              })),
              domain: domainOf(model),
            },
            signal,
          )
        : await computing.ripple(graph, changes.map(valueInGraph), {
            scoreBefore: await quality.knownScore(dealId, model.version),
            signal,
          })
    yield progress('sections', 70)
    const { metric: moves, after, shown } = presentRipple(ripple, rows, await sections.all(dealId))
    const integrity = await integrityOf(dealId, ripple, model)
    const durationMs = Math.round(ticks() - startedAt)
    const computed = changes.find((change) => isComputed(change.metric, model.tier))?.metric
    const hypothetical = computed !== undefined
    // The effect of the change is already computed and must not be lost because its inputs cannot be ranked.
    const strongest = (state: ModelState, key: string) =>
      computing.strongestInputs(state, key, signal).catch((error: unknown) => {
        if (signal.aborted) throw error
        if (!(error instanceof DomainError || error instanceof ModelRefusal)) onError(error)
        return []
      })

    const expiresAt = later(now(), goodForMs)
    const { formulasRecalculated, ...impact } = shown
    const result: DeterministicView = {
      expires_at: expiresAt.toISOString(),
      deal_id: dealId,
      model_version: model.version,
      hypothetical,
      ...(hypothetical && graph !== undefined
        ? { inputs: presentStrengths(await strongest(graph, computed.metricKey), rows) }
        : {}),
      metric: moves[0] ?? refuse('internal'),
      ...(changes.length === 1 ? {} : { further_metrics: moves.slice(1) }),
      ...impact,
      warnings: [
        ...changes.flatMap(({ metric: row, newValue }) => questionsOf(row, newValue, model.currency)),
        ...impact.warnings,
      ],
      integrity: { ...integrity, appeared: [...integrity.appeared], resolved: [...integrity.resolved] },
      stats: { formulas_recalculated: formulasRecalculated, duration_ms: durationMs },
    }

    let simulated: SimulationOutcome = {}
    if (asked.probabilistic && graph !== undefined) {
      if (!(await isLetIn(actor, dealId))) refuse('deal_not_found')
      yield { event: 'deterministic_view', data: result }
      yield progress('simulate', 80)
      simulated = await outcomeOf(
        simulate(dealId, { state: graph, version: model.version }, { changes, rows, asked: asked.simulation }, signal),
        signal,
      )
    }
    // The user may have lost the role during a long simulation.
    if (!(await isLetIn(actor, dealId))) refuse('deal_not_found')
    await store.end(id, Object.fromEntries(after), expiresAt)
    if (simulated.view !== undefined) yield { event: 'probabilistic_view', data: simulated.view }
    yield progress('done', 100)
    const failed = simulated.error === undefined ? {} : { simulation_error: simulated.error }
    yield { event: 'ripple_preview', data: { preview_token: token, ...result, ...failed } }
  }

  const queue = createFairQueue({ places: Number.POSITIVE_INFINITY, maxPerTenant, maxPerPerson, maxWaitingPerPerson })

  /** Registers a preview once the user has few enough under way, including those on other nodes. */
  const begin = async (row: Parameters<RippleStore['begin']>[0], until: number, signal: AbortSignal): Promise<void> => {
    while (!(await store.begin(row, maxPerPerson))) {
      if (ticks() >= until) refuse('workers_busy', { retryAfterSeconds: 5 })
      await sleep(lookAgainMs, undefined, { signal })
    }
  }

  const run = async function* (
    actor: Actor,
    dealId: string,
    asked: PreviewRequest,
    until: number,
    signal: AbortSignal,
  ): AsyncGenerator<PreviewEvent> {
    const [model, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    const changes = readPreviewRequest(rows, asked)
    const [{ metric, newValue }, ...further] = changes
    const token = randomBytes(32).toString('base64url')
    const id = digestOf(token)
    const createdAt = now()
    await begin(
      {
        id,
        dealId,
        modelVersion: model.version,
        metricKey: metric.metricKey,
        value: newValue,
        further:
          further.length === 0
            ? null
            : further.map((change) => ({ metricKey: change.metric.metricKey, value: change.newValue })),
        createdBy: actor.userId,
        createdAt,
        expiresAt: later(createdAt, maxMs),
      },
      until,
      signal,
    )
    try {
      yield* compute(actor, dealId, asked, { model, changes, rows, id, token }, signal)
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error
      yield { event: 'error', data: { code: error.refused.code, detail: error.message } }
    } finally {
      // Deletes the row only if the preview did not finish.
      await store.drop(id)
    }
  }

  return async function* (
    actor: Actor,
    dealId: string,
    asked: PreviewRequest,
    signal: AbortSignal,
  ): AsyncGenerator<PreviewEvent> {
    const until = ticks() + maxWaitMs
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      yield* run(actor, dealId, asked, until, signal)
    } finally {
      leave()
    }
  }
}

/**
 * Deals of the full tier use the workbook's graph; other deals, and metrics without a cell, use the catalogue formulas.
 */
const graphOf = ({ tier, state }: PresentModel, metric: MetricRow): ModelState | undefined =>
  tier === 'full' && metric.source !== null ? state : undefined

/** A new value as the engine reads it: a date in ISO 8601. */
const valueInGraph = ({ metric: { metricKey, unit }, newValue }: MetricChange) => ({
  metricKey,
  value: unit === 'date' ? (isoDay(newValue) ?? refuse('internal')) : newValue,
})

/** Questions a value that looks like a typo before anything else is reported. */
const questionsOf = (
  { metricKey, unit, label, value: present }: MetricRow,
  value: number,
  currency: string,
): RipplePreview['warnings'] => {
  const question = questionValue({ metricKey, unit, present }, value)
  if (question === undefined) return []
  const { suggestedValue } = question
  const unusual = { value: formatMetric(value, unit, currency), label }
  return [
    {
      code: 'value_questionable',
      severity: 'high',
      message:
        suggestedValue === undefined
          ? messages.unusualValue(unusual)
          : messages.unusualValueMeant({ ...unusual, suggested: formatMetric(suggestedValue, unit, currency) }),
      metric_key: metricKey,
      ...(suggestedValue === undefined ? {} : { suggested_value: suggestedValue }),
    },
  ]
}
