import type { PreviewDistribution, ProbabilisticView, SimulatedMetric, SimulatedSummary } from '@deal-canvas/contract'
import type { OutputResult, SimulationResult, Summary } from '@deal-canvas/engine'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import { presentInvalidTrials, presentTornado } from '../models/index.ts'

type Input = SimulationResult['inputs'][number]

/** Formats a simulation result for the API. The same simulation gives the same bytes. */
export const presentSimulation = (
  { metricKey, requestedSamples }: { metricKey: string; requestedSamples: number },
  { inputs, outputs: watched, samples, seed, method, modelRuns }: SimulationResult,
): Omit<ProbabilisticView, 'duration_ms'> => {
  const outputs = watched.filter(isMoved)
  return {
    metric_key: metricKey,
    distribution: told(inputs[0]),
    samples,
    requested_samples: requestedSamples,
    degraded: samples < requestedSamples,
    seed,
    method,
    model_runs: modelRuns,
    uncertain: Object.fromEntries(
      inputs.map((input) => [input.key, { ...told(input), p5: input.p5, p50: input.p50, p95: input.p95 }]),
    ),
    metrics: Object.fromEntries(
      outputs.flatMap((output) => (output.summary === null ? [] : [[output.key, metricOf(output, output.summary)]])),
    ),
    drivers: Object.fromEntries(
      outputs.map(({ key, drivers }) => [
        key,
        drivers.map(({ key: input, correlation, whenLow, whenHigh }) => ({
          metric_key: input,
          correlation,
          when_low: whenLow,
          when_high: whenHigh,
        })),
      ]),
    ),
    tornado: Object.fromEntries(outputs.map(({ key, tornado }) => [key, presentTornado(tornado)])),
    invalid_draws: Object.fromEntries(outputs.map(({ key, invalid }) => [key, presentInvalidTrials(invalid)])),
    dropped: watched.flatMap(droppedFor),
  }
}

/** Why an output has no percentiles; empty if it has them. */
const droppedFor = (output: OutputResult): ProbabilisticView['dropped'] => {
  const { key, summary, invalid } = output
  if (!isMoved(output)) return [{ metric_key: key, reason: 'not_affected', detail: messages.notAffected() }]
  if (summary !== null) return []
  const reasons = Object.entries(invalid.reasons).map(([error, count]) => messages.invalidTrials({ error, count }))
  return [{ metric_key: key, reason: 'no_valid_trial', detail: messages.noValidTrial({ reasons: reasons.join(', ') }) }]
}

/** Whether the uncertain metrics affect this output. Outputs that are the same in every trial are left out. */
const isMoved = ({ summary, before, after }: OutputResult): boolean =>
  summary === null || summary.deviation > 0 || before !== after

/** What one item of a parameter that is a list is called. */
const listNames: Readonly<Record<string, string>> = { choices: 'choice', weights: 'weight' }

const told = (input: Input | undefined): PreviewDistribution => {
  if (input === undefined) throw new Error('A simulation without an uncertain metric')
  const { kind, ...rest } = input.distribution
  const parameters = Object.entries(rest).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]]
    return Array.isArray(value) ? value.map((number: number, n) => [`${listNames[name] ?? name}_${n + 1}`, number]) : []
  })
  return { kind, parameters: Object.fromEntries(parameters) }
}

const summaryOf = (summary: Summary): SimulatedSummary => ({
  p5: summary.p5,
  p50: summary.p50,
  p95: summary.p95,
  mean: summary.mean,
  stdev: summary.deviation,
  histogram: { ...summary.histogram, counts: [...summary.histogram.counts] },
  standard_errors: summary.standardErrors,
  converged: summary.converged,
})

const metricOf = (
  { before, after, probabilityOf, change, worst }: OutputResult,
  summary: Summary,
): SimulatedMetric => ({
  ...summaryOf(summary),
  before,
  after,
  probability_of: Object.fromEntries(probabilityOf.map(({ name, probability }) => [name, probability])),
  change:
    change === null
      ? null
      : {
          ...summaryOf(change),
          probability_better: change.probabilityBetter,
          probability_worse: change.probabilityWorse,
        },
  worst:
    worst === null
      ? null
      : { mean: worst.mean, inputs: Object.fromEntries(worst.inputs.map(({ key, ...rest }) => [key, rest])) },
})
