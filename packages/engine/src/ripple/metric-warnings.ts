import { warningMessages as messages } from '../messages/warnings.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import { createMetricFormat, type MetricFormat } from '../metrics/format-metric.ts'
import type { MetricMove, RippleWarning } from './ripple-result.ts'

const isOutside = (value: MetricMove['before'], [min, max]: readonly [number, number]): boolean =>
  typeof value === 'number' && (value < min - 1e-9 || value > max + 1e-9)

const outside = (move: MetricMove, isCause: boolean, format: MetricFormat): RippleWarning[] => {
  const range = kindOf(move.metricKey)?.range
  if (range === undefined || range === null || !isOutside(move.after, range)) return []
  // A value that was already implausible is a finding about the model, not about the change.
  if (!isCause && isOutside(move.before, range)) return []
  const [min, max] = range
  return [
    {
      code: 'outside_plausible_range',
      severity: 'medium',
      message: messages.outsideRange({
        name: move.label,
        value: format(Number(move.after), move.unit),
        min: format(min, move.unit),
        max: format(max, move.unit),
      }),
      metricKey: move.metricKey,
    },
  ]
}

const coverage = ({ metricKey, label, unit, before, after }: MetricMove, format: MetricFormat): RippleWarning[] => {
  if (metricKey !== 'dscr' || typeof after !== 'number' || after >= 1) return []
  const message = typeof before === 'number' && before < 1 ? messages.dscrStillBelowOne : messages.dscrBelowOne
  return [
    {
      code: 'dscr_below_one',
      severity: 'high',
      message: message({ name: label, value: format(after, unit) }),
      metricKey,
    },
  ]
}

const lost = ({ metricKey, label, before, after }: MetricMove): RippleWarning[] =>
  before === null || after !== null
    ? []
    : [{ code: 'became_error', severity: 'high', message: messages.becameError({ name: label }), metricKey }]

/** Warnings about metrics that were changed, directly or as a consequence. */
export const metricWarnings = (
  changed: readonly MetricMove[],
  impacts: readonly MetricMove[],
  format: MetricFormat = createMetricFormat(),
): RippleWarning[] => [
  ...changed.flatMap((move) => [...outside(move, true, format), ...coverage(move, format)]),
  ...impacts.flatMap((move) => [...lost(move), ...coverage(move, format), ...outside(move, false, format)]),
]
