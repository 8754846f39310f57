import type { Canvas, Metric } from '@deal-canvas/contract'
import { createContext, useContext } from 'react'
import { isMetricUnit } from '../ui/format-metric.ts'
import { memoize } from '../ui/memoize.ts'

/** What is needed to show a number. Where it comes from is told by its metric, which may come later. */
export type ShownNumber = Pick<Metric, 'metric_key' | 'label' | 'unit' | 'value'>

/** The numbers of a deal as far as they are known. What is not there yet must not be told as missing. */
export interface Numbers {
  readonly shown: ReadonlyMap<string, ShownNumber>
  /** Whether the metrics behind them are there. */
  readonly metrics: 'loading' | 'failed' | 'here'
}

/** A value whose unit is not known is left out: no number is better than one that reads as another. */
const ofCanvas = memoize(
  (carried: Canvas['metrics']): ReadonlyMap<string, ShownNumber> =>
    new Map(carried.flatMap(({ unit, ...rest }) => (isMetricUnit(unit) ? [[rest.metric_key, { ...rest, unit }]] : []))),
)

/** Those of the metrics, or until they are there those that the canvas brought along: a memo is never without them. */
export const numbersOf = (
  carried: Canvas['metrics'],
  metrics: ReadonlyMap<string, Metric> | undefined,
  hasFailed: boolean,
): Numbers =>
  metrics === undefined
    ? { shown: ofCanvas(carried), metrics: hasFailed ? 'failed' : 'loading' }
    : { shown: metrics, metrics: 'here' }

export const NumbersContext = createContext<Numbers>({ shown: new Map(), metrics: 'loading' })

export const useNumbers = (): Numbers => useContext(NumbersContext)
