import { metricFormatter, type SimulatedOutput, type SimulatedScenario } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { HistogramChart, HistogramView, TornadoChart, TornadoView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { compareWithThreshold } from '../thresholds/index.ts'
import { axisTicks } from './axis-ticks.ts'
import type { BlockContext } from './block-context.ts'
import { unavailable } from './unavailable.ts'

/** Inputs that hardly move a metric are left out. */
const maxBars = 10

const outputOf = async (
  metric: string,
  context: BlockContext,
): Promise<{ scenario: SimulatedScenario; output: SimulatedOutput }> => {
  if (context.model.state === undefined) unavailable(messages.noWorkbook())
  const row = context.rows.get(metric)
  if (row === undefined || row.value === null) unavailable(messages.metricMissing({ metric: context.labelOf(metric) }))
  const scenario = await context.simulated()
  const output = scenario.outputs.find(({ metric_key }) => metric_key === metric)
  return { scenario, output: output ?? unavailable(messages.nothingMoves()) }
}

export const tornadoView = async (block: TornadoChart, context: BlockContext): Promise<TornadoView> => {
  const { output } = await outputOf(block.metric, context)
  const base = output.value ?? unavailable(messages.metricMissing({ metric: output.label }))
  const bars = output.tornado.flatMap(({ metric_key, input_p10, input_p90, at_p10, at_p90 }) =>
    at_p10 === null || at_p90 === null ? [] : [{ metric_key, input_p10, input_p90, low: at_p10, high: at_p90 }],
  )
  if (bars.length === 0) unavailable(messages.nothingMoves())
  const shown = bars.slice(0, maxBars)
  const { currency } = context.model
  const format = metricFormatter([base, ...shown.flatMap(({ low, high }) => [low, high])], output.unit, { currency })
  const better = kindOf(block.metric)?.better
  return {
    view: 'tornado',
    title: block.title ?? messages.tornadoTitle({ metric: output.label }),
    base,
    baseText: format(base),
    ...(better === 'higher' || better === 'lower' ? { higherIsBetter: better === 'higher' } : {}),
    bars: shown.map(({ metric_key, input_p10, input_p90, low, high }) => {
      const unit = context.rows.get(metric_key)?.unit ?? 'ratio'
      const formatInput = metricFormatter([input_p10, input_p90], unit, { currency })
      return {
        label: context.labelOf(metric_key),
        low,
        high,
        lowText: format(low),
        highText: format(high),
        range: messages.range({ low: formatInput(input_p10), high: formatInput(input_p90) }),
      }
    }),
  }
}

export const histogramView = async (block: HistogramChart, context: BlockContext): Promise<HistogramView> => {
  const { scenario, output } = await outputOf(block.metric, context)
  const { from, to, counts } = output.histogram
  if (!(to > from)) unavailable(messages.oneValue())
  const width = (to - from) / counts.length
  const { currency } = context.model
  const limits = context.limits.filter(({ metricKey }) => metricKey === block.metric)
  const { value } = output
  const format = metricFormatter([from, to, ...(value === null ? [] : [value])], output.unit, { currency })
  return {
    view: 'histogram',
    title: block.title ?? messages.histogramTitle({ metric: output.label }),
    bins: counts.map((count, n) => ({ from: from + n * width, to: from + (n + 1) * width, count })),
    ticks: axisTicks(from, to, output.unit, currency),
    marks: [
      ...(value === null ? [] : [{ value, label: messages.present({ value: format(value) }) }]),
      ...limits.map((limit) => ({
        value: limit.value,
        label: messages.limitAlone({ kind: limit.kind, value: context.format(limit, limit.value) }),
        breached: compareWithThreshold(limit, value).isBreached === true,
      })),
    ],
    note: messages.simulated({ trials: scenario.samples, inputs: scenario.inputs }),
  }
}
