import { type Canvas, isMetricUnit, type Metric } from '@deal-canvas/contract'
import { createContext, useContext } from 'react'
import { memoize } from '../ui/memoize.ts'

/** What is needed to show a number. Its source comes with the metric, which can load later. */
export type ShownNumber = Pick<Metric, 'metric_key' | 'label' | 'unit' | 'value'>

/** The numbers of a deal known so far. Numbers that are still loading must not be shown as missing. */
export interface Numbers {
  readonly shown: ReadonlyMap<string, ShownNumber>
  /** Whether the metrics behind the numbers are loaded. */
  readonly metrics: 'loading' | 'failed' | 'here'
}

/** Leaves out values with an unknown unit: no number is better than one with the wrong unit. */
const ofCanvas = memoize(
  (carried: Canvas['metrics']): ReadonlyMap<string, ShownNumber> =>
    new Map(carried.flatMap(({ unit, ...rest }) => (isMetricUnit(unit) ? [[rest.metric_key, { ...rest, unit }]] : []))),
)

/** The loaded metrics, or until then the numbers that came with the canvas, so that a memo always has numbers. */
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
