import type { ScenarioProbability, SimulatedOutput } from '@deal-canvas/contract'
import type { OutputResult } from '@deal-canvas/engine'
import type { MetricRow } from '../metrics/index.ts'
import { presentInvalidTrials, presentTornado } from '../models/index.ts'
import { type DealThreshold, presentThresholdResult } from '../thresholds/index.ts'

/** The outputs that vary, in the order of the metrics of the deal. */
export const presentOutputs = (outputs: readonly OutputResult[], rows: readonly MetricRow[]): SimulatedOutput[] => {
  const found = new Map(outputs.map((output) => [output.key, output]))
  return rows.flatMap(({ metricKey, label, unit }) => {
    const output = found.get(metricKey)
    const summary = output?.summary
    if (output === undefined || summary === null || summary === undefined || summary.deviation === 0) return []
    const { p5, p10, p50, p90, p95, mean, deviation, converged, histogram } = summary
    return [
      {
        metric_key: metricKey,
        label,
        unit,
        value: output.after,
        p5,
        p10,
        p50,
        p90,
        p95,
        mean,
        stdev: deviation,
        converged,
        histogram: { ...histogram, counts: [...histogram.counts] },
        invalid: presentInvalidTrials(output.invalid),
        tornado: presentTornado(output.tornado),
      },
    ]
  })
}

/** How likely each limit is breached. A metric that nothing uncertain moves is breached or not. */
export const presentProbabilities = (
  limits: readonly DealThreshold[],
  outputs: readonly OutputResult[],
  { rows, varying }: { rows: readonly MetricRow[]; varying: ReadonlySet<string> },
): ScenarioProbability[] => {
  const found = new Map(outputs.map((output) => [output.key, output]))
  const values = new Map(rows.map(({ metricKey, value }) => [metricKey, value]))
  return limits.map((limit) => {
    const { id, metricKey } = limit
    const value = values.get(metricKey) ?? null
    const described = { threshold_id: id, metric_key: metricKey, value }
    const unknown = { ...described, probability_of_breach: null, standard_error: null }
    const output = found.get(metricKey)
    if (output !== undefined) {
      const probability = output.probabilityOf.find(({ name }) => name === id)
      return probability === undefined
        ? unknown
        : {
            ...described,
            probability_of_breach: probability.probability,
            standard_error: probability.standardError,
          }
    }
    const isBreached = presentThresholdResult(limit, value).is_breached
    // An input that varies is not among the outputs, so its trials are not counted.
    if (varying.has(metricKey) || isBreached === null) return unknown
    return { ...described, probability_of_breach: isBreached ? 1 : 0, standard_error: 0 }
  })
}
