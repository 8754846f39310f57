import type { Metric, TornadoBar } from '@deal-canvas/contract'

export interface Bar {
  readonly key: string
  readonly label: string
  /** The input at its P10 and P90. */
  readonly lowInput: number
  readonly highInput: number
  /** The metric with the input alone at them. */
  readonly low: number
  readonly high: number
}

const lengthOf = ({ low, high }: Bar): number => Math.abs(high - low)

/** The bars of a metric around its value at base, longest first. Inputs without an effect or a result have none. */
export const tornadoBars = (
  middle: number | null,
  tornado: readonly TornadoBar[],
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): Bar[] =>
  middle === null
    ? []
    : tornado
        .flatMap(({ metric_key: key, input_p10: lowInput, input_p90: highInput, at_p10: low, at_p90: high }) =>
          low === null || high === null || (low === middle && high === middle)
            ? []
            : [{ key, label: labels.get(key)?.label ?? key, lowInput, highInput, low, high }],
        )
        .sort((a, b) => lengthOf(b) - lengthOf(a))

/** The inputs with which the metric is not a number at one end or both. */
export const withoutResult = (
  tornado: readonly TornadoBar[],
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): string[] =>
  tornado.flatMap(({ metric_key: key, at_p10: low, at_p90: high }) =>
    low === null || high === null ? [labels.get(key)?.label ?? key] : [],
  )
