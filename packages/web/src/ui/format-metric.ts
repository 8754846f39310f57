import {
  currencySign,
  formatChange as formatDelta,
  formatBeforeAfter as formatMove,
  formatPercentChange,
  formatMetric as formatValue,
  type MetricMove,
  type MetricUnit,
  metricFormatter,
} from '@deal-canvas/contract'
import { uiMessages } from '../messages/ui.ts'

/** The currency of the open deal; only one deal is open at a time. */
let openCurrency = 'USD'

/** Sets the default currency of formatted amounts. */
export const tellMoneyIn = (currency: string): void => {
  openCurrency = currency
}

/** The currency symbol of the open deal. */
export const openCurrencySign = (): string => currencySign(openCurrency)

/** 18.2%, 2.21x, $52.4M: a value with its unit. */
export const formatMetric = (value: number | null, unit: MetricUnit, currency: string = openCurrency): string =>
  value === null ? uiMessages.notAvailable() : formatValue(value, unit, currency)

/** Creates the formatter of values that stand side by side: all with the same scale and decimals. */
export const seriesFormatter = (values: readonly number[], unit: MetricUnit, { isExact = false } = {}) =>
  metricFormatter(values, unit, { currency: openCurrency, isExact })

/** −369 bp, +$4.70M: the change of a value. */
export const formatChange = (delta: number | null, unit: MetricUnit): string =>
  delta === null ? uiMessages.notAvailable() : formatDelta(delta, unit, openCurrency)

/** −20.3%: a change relative to the previous value. */
export const formatShare = (percent: number | null): string =>
  percent === null ? uiMessages.notAvailable() : formatPercentChange(percent)

/** Two values of one metric with the same scale and decimals. */
export const formatBeforeAfter = (move: MetricMove): { before: string; after: string } =>
  formatMove(move, { missing: uiMessages.notAvailable(), currency: openCurrency })
