import type { PreviewDistribution, ProbabilisticView, SimulatedMetric, SimulatedSummary } from '@deal-canvas/contract'
import type { OutputResult, SimulationResult, Summary } from '@deal-canvas/engine'

type Input = SimulationResult['inputs'][number]

/** What a simulation says, as it is sent; the same simulation gives the same bytes. */
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
    invalid_draws: Object.fromEntries(
      outputs.map(({ key, invalid: { total, notANumber, error, notConverged } }) => [
        key,
        { total, not_a_number: notANumber, error, not_converged: notConverged },
      ]),
    ),
  }
}

/** Whether the uncertain metrics do anything to it; one that stays where it is in every draw is no part of the answer. */
const isMoved = ({ summary, before, after }: OutputResult): boolean =>
  summary === null || summary.deviation > 0 || before !== after

const told = (input: Input | undefined): PreviewDistribution => {
  if (input === undefined) throw new Error('A simulation without an uncertain metric')
  const { kind, ...rest } = input.distribution
  const parameters = Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { kind, parameters: Object.fromEntries(parameters) }
}

const summaryOf = (summary: Summary): SimulatedSummary => ({
  p5: summary.p5,
  p50: summary.p50,
  p95: summary.p95,
  mean: summary.mean,
  stdev: summary.deviation,
  histogram: summary.histogram,
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
